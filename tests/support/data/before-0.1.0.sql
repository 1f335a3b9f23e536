-- A database as the first migration made it (db/migrations/0000_start.sql), with some sample data, from before any
-- release. It is never changed: later versions have to serve it as it is.
BEGIN TRANSACTION;
CREATE TABLE "__drizzle_migrations" (
				id SERIAL PRIMARY KEY,
				hash text NOT NULL,
				created_at numeric
			);
INSERT INTO "__drizzle_migrations" VALUES(NULL,'06c88c342f69adcfaedcf938ddea8056678f3c7a9f9e1e1edda18573dafe494a',1795304267631);
CREATE TABLE `approved_emails` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`created_at` integer NOT NULL,
	CONSTRAINT "approved_emails_email_case" CHECK("approved_emails"."email" = lower("approved_emails"."email"))
);
CREATE TABLE `client_contacts` (
	`client_id` integer NOT NULL,
	`tenant_id` text NOT NULL,
	`contact_id` text NOT NULL,
	`contact_name` text NOT NULL,
	`linked_at` integer NOT NULL,
	PRIMARY KEY(`client_id`, `tenant_id`),
	FOREIGN KEY (`client_id`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE TABLE `clients` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`email` text,
	`contact_person` text,
	`standard_rate_pence` integer NOT NULL,
	`premium_rate_pence` integer NOT NULL,
	`discounted_rate_pence` integer,
	`is_active` integer DEFAULT true NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "clients_rates" CHECK("clients"."standard_rate_pence" >= 0 and "clients"."premium_rate_pence" >= 0 and coalesce("clients"."discounted_rate_pence", 0) >= 0)
);
INSERT INTO "clients" VALUES(1,'Harbour View Dental','reception@harbourviewdental.example','Priya Nair',6500,9500,5500,1,1,1763640000000,1763640000000);
INSERT INTO "clients" VALUES(2,'Thornbury & Lyle Solicitors','it@thornburylyle.example','Gareth Lyle',8500,12500,NULL,1,1,1763640000000,1763640000000);
INSERT INTO "clients" VALUES(3,'Copper Kettle Cafés','office@copperkettle.example','Mina Okafor',6000,9000,5000,1,1,1763640000000,1763640000000);
INSERT INTO "clients" VALUES(4,'Pennine Timber Supplies','accounts@penninetimber.example','Dave Ashworth',6000,9000,NULL,1,1,1763640000000,1763640000000);
INSERT INTO "clients" VALUES(5,'St Brannock’s Primary School','bursar@stbrannocks.example','Helen Pugh',5000,8000,4500,1,1,1763640000000,1763640000000);
INSERT INTO "clients" VALUES(6,'Fairweather Lettings','hello@fairweatherlettings.example','Tom Fairweather',7000,10000,NULL,1,1,1763640000000,1763640000000);
INSERT INTO "clients" VALUES(7,'Ellis Grange Veterinary Practice','manager@ellisgrange.example','Dr Sian Ellis',6250,9500,5500,1,1,1763640000000,1763640000000);
INSERT INTO "clients" VALUES(8,'Northgate Community Theatre',NULL,'Bea Lawson',0,9000,NULL,1,1,1763640000000,1763640000000);
INSERT INTO "clients" VALUES(9,'Marlow Brothers Engineering','systems@marlowbros.example','Owen Marlow',7500,11000,6750,1,1,1763640000000,1763640000000);
INSERT INTO "clients" VALUES(10,'Juniper & Rye Bakery','orders@juniperrye.example','Clara Jensen',0,9000,NULL,1,1,1763640000000,1763640000000);
INSERT INTO "clients" VALUES(11,'Quayside Yoga','studio@quaysideyoga.example',NULL,5500,9000,NULL,0,1,1763640000000,1763640000000);
INSERT INTO "clients" VALUES(12,'Bracken Hill Farm Shop','shop@brackenhill.example','Neil Tranter',6000,9000,NULL,0,1,1763640000000,1763640000000);
CREATE TABLE `deleted_work_logs` (
	`work_log_id` integer PRIMARY KEY NOT NULL,
	`contents` text NOT NULL,
	`deleted_at` integer NOT NULL
);
CREATE TABLE `hardware_items` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`work_log_id` integer NOT NULL,
	`item_name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`quantity` integer NOT NULL,
	`unit_price_pence` integer NOT NULL,
	`vat_included` integer NOT NULL,
	`vat_rate_hundredths` integer NOT NULL,
	`tax_code` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`work_log_id`) REFERENCES `work_logs`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "hardware_items_quantity" CHECK("hardware_items"."quantity" between 1 and 100000),
	CONSTRAINT "hardware_items_unit_price" CHECK("hardware_items"."unit_price_pence" >= 0),
	CONSTRAINT "hardware_items_vat_rate" CHECK("hardware_items"."vat_rate_hundredths" between 0 and 10000),
	CONSTRAINT "hardware_items_tax_code" CHECK("hardware_items"."tax_code" in ('OUTPUT2', 'OUTPUT', 'ZERORATED', 'EXEMPTINPUT'))
);
INSERT INTO "hardware_items" VALUES(1,2001,'Dell Latitude 5450','16 GB, 512 GB',1,94900,0,2000,'OUTPUT2',1795003200000,1795003200000);
INSERT INTO "hardware_items" VALUES(2,2001,'USB-C dock','',1,12999,1,2000,'OUTPUT2',1795003200000,1795003200000);
INSERT INTO "hardware_items" VALUES(6,2004,'4 TB portable SSD','Encrypted',2,28900,1,2000,'OUTPUT2',1791374400000,1791374400000);
INSERT INTO "hardware_items" VALUES(11,2007,'UniFi U6 Pro access point','Ceiling mount',3,13800,0,2000,'OUTPUT2',1787745600000,1787745600000);
INSERT INTO "hardware_items" VALUES(12,2007,'Cat6 patch cable 2 m','',12,349,1,2000,'OUTPUT2',1787745600000,1787745600000);
INSERT INTO "hardware_items" VALUES(15,2010,'Dell P2425H 24" monitor','',2,16450,0,2000,'OUTPUT2',1784116800000,1784116800000);
INSERT INTO "hardware_items" VALUES(16,2010,'Dual monitor arm','',1,7495,1,2000,'OUTPUT2',1784116800000,1784116800000);
INSERT INTO "hardware_items" VALUES(21,2013,'HP 207X toner','Black',2,8640,1,2000,'OUTPUT2',1780488000000,1780488000000);
INSERT INTO "hardware_items" VALUES(25,2016,'Dell Latitude 5450','16 GB, 512 GB',1,94900,0,2000,'OUTPUT2',1776859200000,1776859200000);
INSERT INTO "hardware_items" VALUES(26,2016,'USB-C dock','',1,12999,1,2000,'OUTPUT2',1776859200000,1776859200000);
INSERT INTO "hardware_items" VALUES(30,2019,'4 TB portable SSD','Encrypted',2,28900,1,2000,'OUTPUT2',1773230400000,1773230400000);
INSERT INTO "hardware_items" VALUES(35,2022,'UniFi U6 Pro access point','Ceiling mount',3,13800,0,2000,'OUTPUT2',1769601600000,1769601600000);
INSERT INTO "hardware_items" VALUES(36,2022,'Cat6 patch cable 2 m','',12,349,1,2000,'OUTPUT2',1769601600000,1769601600000);
INSERT INTO "hardware_items" VALUES(39,2025,'Dell P2425H 24" monitor','',2,16450,0,2000,'OUTPUT2',1765972800000,1765972800000);
INSERT INTO "hardware_items" VALUES(40,2025,'Dual monitor arm','',1,7495,1,2000,'OUTPUT2',1765972800000,1765972800000);
CREATE TABLE `invoice_logs` (
	`invoice_id` integer NOT NULL,
	`work_log_id` integer NOT NULL,
	`is_live` integer DEFAULT true NOT NULL,
	PRIMARY KEY(`invoice_id`, `work_log_id`),
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`work_log_id`) REFERENCES `work_logs`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE TABLE `invoice_runs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer,
	`tenant_id` text NOT NULL,
	`status` text NOT NULL,
	`resume_at` integer,
	`message` text,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "invoice_runs_status" CHECK("invoice_runs"."status" in ('running', 'paused', 'stuck', 'done'))
);
CREATE TABLE `invoices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`run_id` integer NOT NULL,
	`tenant_id` text NOT NULL,
	`client_id` integer NOT NULL,
	`month` text NOT NULL,
	`state` text NOT NULL,
	`reference` text NOT NULL,
	`send_key` text,
	`sent_at` integer,
	`contents` text NOT NULL,
	`total_minutes` integer NOT NULL,
	`total_pence` integer NOT NULL,
	`work_type_name` text,
	`xero_invoice_id` text,
	`xero_invoice_number` text,
	`status` text,
	`message` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `invoice_runs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`client_id`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "invoices_state" CHECK("invoices"."state" in ('claimed', 'sending', 'created', 'failed', 'released')),
	CONSTRAINT "invoices_status" CHECK("invoices"."status" in ('draft', 'ready', 'sent', 'paid', 'deleted', 'voided', 'unknown')),
	CONSTRAINT "invoices_month" CHECK("invoices"."month" glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]'),
	CONSTRAINT "invoices_created" CHECK("invoices"."state" <> 'created' or "invoices"."xero_invoice_id" is not null),
	CONSTRAINT "invoices_sending" CHECK("invoices"."state" <> 'sending' or "invoices"."send_key" is not null)
);
CREATE TABLE `one_time_keys` (
	`user_id` integer NOT NULL,
	`key` text NOT NULL,
	`fingerprint` text NOT NULL,
	`answer` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `key`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE TABLE `pending_work_logs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`todoist_task_id` text NOT NULL,
	`completed_at` integer NOT NULL,
	`task_name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`project_id` text,
	`project_name` text,
	`labels` text DEFAULT '[]' NOT NULL,
	`duration` integer,
	`client_id` integer,
	`work_type_id` integer,
	`is_client_suggested` integer DEFAULT false NOT NULL,
	`is_work_type_suggested` integer DEFAULT false NOT NULL,
	`billable` integer DEFAULT true NOT NULL,
	`estimated_hourly_rate_pence` integer NOT NULL,
	`status` text DEFAULT 'pending_review' NOT NULL,
	`work_log_id` integer,
	`metadata` text DEFAULT '{}' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`client_id`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`work_type_id`) REFERENCES `work_types`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`work_log_id`) REFERENCES `work_logs`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "pending_work_logs_status" CHECK("pending_work_logs"."status" in ('pending_review', 'confirmed', 'converted', 'rejected', 'archived')),
	CONSTRAINT "pending_work_logs_work_log" CHECK(("pending_work_logs"."status" in ('confirmed', 'converted')) = ("pending_work_logs"."work_log_id" is not null)),
	CONSTRAINT "pending_work_logs_duration" CHECK("pending_work_logs"."duration" is null or "pending_work_logs"."duration" between 1 and 6000),
	CONSTRAINT "pending_work_logs_rate" CHECK("pending_work_logs"."estimated_hourly_rate_pence" >= 0)
);
CREATE TABLE `rewrite_batches` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer,
	`subject` text NOT NULL,
	`back` text NOT NULL,
	`status` text NOT NULL,
	`stopped_by` text,
	`started_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "rewrite_batches_subject" CHECK("rewrite_batches"."subject" in ('work_log', 'pending_work_log')),
	CONSTRAINT "rewrite_batches_status" CHECK("rewrite_batches"."status" in ('running', 'stopped', 'done'))
);
CREATE TABLE `rewrites` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`batch_id` integer NOT NULL,
	`subject_id` integer NOT NULL,
	`before` text NOT NULL,
	`after` text,
	`error` text,
	`decision` text,
	FOREIGN KEY (`batch_id`) REFERENCES `rewrite_batches`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "rewrites_decision" CHECK("rewrites"."decision" in ('accepted', 'kept')),
	CONSTRAINT "rewrites_accepted" CHECK("rewrites"."decision" <> 'accepted' or "rewrites"."after" is not null)
);
CREATE TABLE `sessions` (
	`id_hash` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
CREATE TABLE `settings` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
CREATE TABLE `sign_in_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`expires_at` integer NOT NULL
);
CREATE TABLE `todoist_imports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer,
	`since` integer NOT NULL,
	`until` integer NOT NULL,
	`status` text NOT NULL,
	`tasks_processed` integer DEFAULT 0 NOT NULL,
	`new_pending_logs` integer DEFAULT 0 NOT NULL,
	`skipped_duplicates` integer DEFAULT 0 NOT NULL,
	`failure` text,
	`note` text,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "todoist_imports_status" CHECK("todoist_imports"."status" in ('running', 'done', 'failed'))
);
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`first_name` text,
	`last_name` text,
	`profile_image_url` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "users_email_case" CHECK("users"."email" = lower("users"."email"))
);
CREATE TABLE `work_log_totals` (
	`client_id` integer NOT NULL,
	`unit` text NOT NULL,
	`period` text NOT NULL,
	`is_invoiced` integer NOT NULL,
	`logs` integer NOT NULL,
	`minutes` integer NOT NULL,
	`total_pence` integer NOT NULL,
	`billable_pence` integer NOT NULL,
	`billable_minutes` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`client_id`, `unit`, `period`, `is_invoiced`)
) WITHOUT ROWID;
INSERT INTO "work_log_totals" VALUES(0,'day','2025-11-25',0,1,45,4875,0,0);
INSERT INTO "work_log_totals" VALUES(0,'day','2025-11-28',1,1,15,1625,1625,15);
INSERT INTO "work_log_totals" VALUES(0,'day','2025-12-03',1,1,15,1500,1500,15);
INSERT INTO "work_log_totals" VALUES(0,'day','2025-12-09',1,1,45,4875,4875,45);
INSERT INTO "work_log_totals" VALUES(0,'day','2025-12-12',1,1,30,3000,3000,30);
INSERT INTO "work_log_totals" VALUES(0,'day','2025-12-17',0,1,0,40395,40395,0);
INSERT INTO "work_log_totals" VALUES(0,'day','2025-12-18',1,1,15,1500,1500,15);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-01-02',1,1,15,1500,1500,15);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-01-07',1,1,30,3750,3750,30);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-01-12',1,1,30,3000,3000,30);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-01-15',1,1,30,4250,4250,30);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-01-21',1,1,180,24000,24000,180);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-01-23',1,1,45,4500,4500,45);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-01-28',0,1,0,45588,45588,0);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-01-29',1,1,30,2500,2500,30);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-02-02',1,1,15,2125,2125,15);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-02-06',1,1,120,15000,15000,120);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-02-11',1,1,15,1250,1250,15);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-02-16',1,1,45,5625,5625,45);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-02-20',1,1,30,3125,3125,30);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-02-25',1,1,60,6250,6250,60);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-03-02',1,1,60,6250,6250,60);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-03-09',1,1,30,3000,3000,30);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-03-11',0,1,0,57800,57800,0);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-03-12',1,1,240,32000,32000,240);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-03-16',1,1,60,5000,5000,60);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-03-24',1,1,15,1875,1875,15);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-03-27',1,1,15,1750,1750,15);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-04-01',1,1,60,5500,5500,60);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-04-03',1,1,15,1875,1875,15);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-04-07',1,1,30,3125,3125,30);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-04-10',1,1,15,1625,1625,15);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-04-15',1,1,120,13000,13000,120);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-04-20',1,1,30,4250,4250,30);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-04-22',0,1,0,107899,107899,0);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-04-24',1,1,120,13000,13000,120);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-04-28',1,1,30,2500,2500,30);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-05-04',1,1,60,7500,7500,60);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-05-07',1,1,30,2500,2500,30);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-05-12',1,1,45,4688,4688,45);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-05-14',1,1,30,2500,2500,30);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-05-20',1,1,30,3250,3250,30);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-05-25',1,1,30,3250,3250,30);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-05-27',1,1,30,3750,3750,30);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-06-01',0,1,30,3125,0,0);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-06-03',0,1,0,17280,17280,0);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-06-04',1,1,180,15000,15000,180);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-06-08',1,1,15,1500,1500,15);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-06-12',1,1,240,34000,34000,240);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-06-17',1,1,60,6000,6000,60);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-06-19',1,1,30,4000,4000,30);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-06-25',1,1,30,3000,3000,30);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-06-30',1,1,15,1875,1875,15);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-07-03',1,1,180,15000,15000,180);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-07-09',1,1,30,3250,3250,30);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-07-14',1,1,180,18750,18750,180);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-07-15',0,1,0,40395,40395,0);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-07-20',1,1,30,2500,2500,30);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-07-24',1,1,30,4250,4250,30);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-07-28',1,1,45,4500,4500,45);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-08-03',1,1,30,2500,2500,30);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-08-05',1,1,30,3250,3250,30);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-08-11',1,1,90,7500,7500,90);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-08-18',1,1,60,7000,7000,60);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-08-24',1,1,30,4250,4250,30);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-08-26',0,1,0,45588,45588,0);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-08-27',1,1,30,3000,3000,30);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-09-02',1,1,30,3125,3125,30);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-09-04',1,1,60,6500,6500,60);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-09-10',1,1,30,4250,4250,30);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-09-15',1,1,30,3750,3750,30);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-09-17',1,1,30,3500,3500,30);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-09-22',0,1,45,5625,0,0);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-09-25',1,1,45,6375,6375,45);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-10-01',0,1,120,10000,10000,120);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-10-07',0,1,0,57800,57800,0);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-10-09',0,1,15,1625,1625,15);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-10-14',0,1,60,8500,8500,60);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-10-16',0,1,15,1625,0,0);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-10-21',0,1,30,3000,3000,30);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-10-23',0,1,30,3000,3000,30);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-10-28',0,1,30,4250,4250,30);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-10-30',0,1,30,3250,3250,30);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-11-04',0,1,180,18000,18000,180);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-11-09',0,1,45,5250,5250,45);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-11-12',0,1,60,6500,6500,60);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-11-16',0,1,15,1563,1563,15);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-11-18',0,1,0,107899,107899,0);
INSERT INTO "work_log_totals" VALUES(0,'day','2026-11-20',0,1,30,3125,3125,30);
INSERT INTO "work_log_totals" VALUES(0,'ever','',0,25,780,603957,588707,645);
INSERT INTO "work_log_totals" VALUES(0,'ever','',1,64,3420,380188,380188,3420);
INSERT INTO "work_log_totals" VALUES(0,'month','2025-11',0,1,45,4875,0,0);
INSERT INTO "work_log_totals" VALUES(0,'month','2025-11',1,1,15,1625,1625,15);
INSERT INTO "work_log_totals" VALUES(0,'month','2025-12',0,1,0,40395,40395,0);
INSERT INTO "work_log_totals" VALUES(0,'month','2025-12',1,4,105,10875,10875,105);
INSERT INTO "work_log_totals" VALUES(0,'month','2026-01',0,1,0,45588,45588,0);
INSERT INTO "work_log_totals" VALUES(0,'month','2026-01',1,7,360,43500,43500,360);
INSERT INTO "work_log_totals" VALUES(0,'month','2026-02',1,6,285,33375,33375,285);
INSERT INTO "work_log_totals" VALUES(0,'month','2026-03',0,1,0,57800,57800,0);
INSERT INTO "work_log_totals" VALUES(0,'month','2026-03',1,6,420,49875,49875,420);
INSERT INTO "work_log_totals" VALUES(0,'month','2026-04',0,1,0,107899,107899,0);
INSERT INTO "work_log_totals" VALUES(0,'month','2026-04',1,8,420,44875,44875,420);
INSERT INTO "work_log_totals" VALUES(0,'month','2026-05',1,7,255,27438,27438,255);
INSERT INTO "work_log_totals" VALUES(0,'month','2026-06',0,2,30,20405,17280,0);
INSERT INTO "work_log_totals" VALUES(0,'month','2026-06',1,7,570,65375,65375,570);
INSERT INTO "work_log_totals" VALUES(0,'month','2026-07',0,1,0,40395,40395,0);
INSERT INTO "work_log_totals" VALUES(0,'month','2026-07',1,6,495,48250,48250,495);
INSERT INTO "work_log_totals" VALUES(0,'month','2026-08',0,1,0,45588,45588,0);
INSERT INTO "work_log_totals" VALUES(0,'month','2026-08',1,6,270,27500,27500,270);
INSERT INTO "work_log_totals" VALUES(0,'month','2026-09',0,1,45,5625,0,0);
INSERT INTO "work_log_totals" VALUES(0,'month','2026-09',1,6,225,27500,27500,225);
INSERT INTO "work_log_totals" VALUES(0,'month','2026-10',0,9,330,93050,91425,315);
INSERT INTO "work_log_totals" VALUES(0,'month','2026-11',0,6,330,142337,142337,330);
INSERT INTO "work_log_totals" VALUES(1,'day','2025-11-28',1,1,15,1625,1625,15);
INSERT INTO "work_log_totals" VALUES(1,'day','2025-12-09',1,1,45,4875,4875,45);
INSERT INTO "work_log_totals" VALUES(1,'day','2025-12-17',0,1,0,40395,40395,0);
INSERT INTO "work_log_totals" VALUES(1,'day','2026-03-11',0,1,0,57800,57800,0);
INSERT INTO "work_log_totals" VALUES(1,'day','2026-04-10',1,1,15,1625,1625,15);
INSERT INTO "work_log_totals" VALUES(1,'day','2026-04-15',1,1,120,13000,13000,120);
INSERT INTO "work_log_totals" VALUES(1,'day','2026-04-24',1,1,120,13000,13000,120);
INSERT INTO "work_log_totals" VALUES(1,'day','2026-05-20',1,1,30,3250,3250,30);
INSERT INTO "work_log_totals" VALUES(1,'day','2026-06-03',0,1,0,17280,17280,0);
INSERT INTO "work_log_totals" VALUES(1,'day','2026-07-09',1,1,30,3250,3250,30);
INSERT INTO "work_log_totals" VALUES(1,'day','2026-08-05',1,1,30,3250,3250,30);
INSERT INTO "work_log_totals" VALUES(1,'day','2026-08-26',0,1,0,45588,45588,0);
INSERT INTO "work_log_totals" VALUES(1,'day','2026-09-04',1,1,60,6500,6500,60);
INSERT INTO "work_log_totals" VALUES(1,'day','2026-10-09',0,1,15,1625,1625,15);
INSERT INTO "work_log_totals" VALUES(1,'day','2026-10-16',0,1,15,1625,0,0);
INSERT INTO "work_log_totals" VALUES(1,'day','2026-10-30',0,1,30,3250,3250,30);
INSERT INTO "work_log_totals" VALUES(1,'day','2026-11-12',0,1,60,6500,6500,60);
INSERT INTO "work_log_totals" VALUES(1,'day','2026-11-18',0,1,0,107899,107899,0);
INSERT INTO "work_log_totals" VALUES(1,'ever','',0,9,120,281962,280337,105);
INSERT INTO "work_log_totals" VALUES(1,'ever','',1,9,465,50375,50375,465);
INSERT INTO "work_log_totals" VALUES(1,'month','2025-11',1,1,15,1625,1625,15);
INSERT INTO "work_log_totals" VALUES(1,'month','2025-12',0,1,0,40395,40395,0);
INSERT INTO "work_log_totals" VALUES(1,'month','2025-12',1,1,45,4875,4875,45);
INSERT INTO "work_log_totals" VALUES(1,'month','2026-03',0,1,0,57800,57800,0);
INSERT INTO "work_log_totals" VALUES(1,'month','2026-04',1,3,255,27625,27625,255);
INSERT INTO "work_log_totals" VALUES(1,'month','2026-05',1,1,30,3250,3250,30);
INSERT INTO "work_log_totals" VALUES(1,'month','2026-06',0,1,0,17280,17280,0);
INSERT INTO "work_log_totals" VALUES(1,'month','2026-07',1,1,30,3250,3250,30);
INSERT INTO "work_log_totals" VALUES(1,'month','2026-08',0,1,0,45588,45588,0);
INSERT INTO "work_log_totals" VALUES(1,'month','2026-08',1,1,30,3250,3250,30);
INSERT INTO "work_log_totals" VALUES(1,'month','2026-09',1,1,60,6500,6500,60);
INSERT INTO "work_log_totals" VALUES(1,'month','2026-10',0,3,60,6500,4875,45);
INSERT INTO "work_log_totals" VALUES(1,'month','2026-11',0,2,60,114399,114399,60);
INSERT INTO "work_log_totals" VALUES(2,'day','2026-01-15',1,1,30,4250,4250,30);
INSERT INTO "work_log_totals" VALUES(2,'day','2026-02-02',1,1,15,2125,2125,15);
INSERT INTO "work_log_totals" VALUES(2,'day','2026-04-20',1,1,30,4250,4250,30);
INSERT INTO "work_log_totals" VALUES(2,'day','2026-06-12',1,1,240,34000,34000,240);
INSERT INTO "work_log_totals" VALUES(2,'day','2026-07-24',1,1,30,4250,4250,30);
INSERT INTO "work_log_totals" VALUES(2,'day','2026-08-24',1,1,30,4250,4250,30);
INSERT INTO "work_log_totals" VALUES(2,'day','2026-09-10',1,1,30,4250,4250,30);
INSERT INTO "work_log_totals" VALUES(2,'day','2026-09-25',1,1,45,6375,6375,45);
INSERT INTO "work_log_totals" VALUES(2,'day','2026-10-14',0,1,60,8500,8500,60);
INSERT INTO "work_log_totals" VALUES(2,'day','2026-10-28',0,1,30,4250,4250,30);
INSERT INTO "work_log_totals" VALUES(2,'ever','',0,2,90,12750,12750,90);
INSERT INTO "work_log_totals" VALUES(2,'ever','',1,8,450,63750,63750,450);
INSERT INTO "work_log_totals" VALUES(2,'month','2026-01',1,1,30,4250,4250,30);
INSERT INTO "work_log_totals" VALUES(2,'month','2026-02',1,1,15,2125,2125,15);
INSERT INTO "work_log_totals" VALUES(2,'month','2026-04',1,1,30,4250,4250,30);
INSERT INTO "work_log_totals" VALUES(2,'month','2026-06',1,1,240,34000,34000,240);
INSERT INTO "work_log_totals" VALUES(2,'month','2026-07',1,1,30,4250,4250,30);
INSERT INTO "work_log_totals" VALUES(2,'month','2026-08',1,1,30,4250,4250,30);
INSERT INTO "work_log_totals" VALUES(2,'month','2026-09',1,2,75,10625,10625,75);
INSERT INTO "work_log_totals" VALUES(2,'month','2026-10',0,2,90,12750,12750,90);
INSERT INTO "work_log_totals" VALUES(3,'day','2025-12-12',1,1,30,3000,3000,30);
INSERT INTO "work_log_totals" VALUES(3,'day','2025-12-18',1,1,15,1500,1500,15);
INSERT INTO "work_log_totals" VALUES(3,'day','2026-01-02',1,1,15,1500,1500,15);
INSERT INTO "work_log_totals" VALUES(3,'day','2026-01-12',1,1,30,3000,3000,30);
INSERT INTO "work_log_totals" VALUES(3,'day','2026-06-17',1,1,60,6000,6000,60);
INSERT INTO "work_log_totals" VALUES(3,'day','2026-06-25',1,1,30,3000,3000,30);
INSERT INTO "work_log_totals" VALUES(3,'day','2026-07-28',1,1,45,4500,4500,45);
INSERT INTO "work_log_totals" VALUES(3,'day','2026-10-21',0,1,30,3000,3000,30);
INSERT INTO "work_log_totals" VALUES(3,'day','2026-11-04',0,1,180,18000,18000,180);
INSERT INTO "work_log_totals" VALUES(3,'ever','',0,2,210,21000,21000,210);
INSERT INTO "work_log_totals" VALUES(3,'ever','',1,7,225,22500,22500,225);
INSERT INTO "work_log_totals" VALUES(3,'month','2025-12',1,2,45,4500,4500,45);
INSERT INTO "work_log_totals" VALUES(3,'month','2026-01',1,2,45,4500,4500,45);
INSERT INTO "work_log_totals" VALUES(3,'month','2026-06',1,2,90,9000,9000,90);
INSERT INTO "work_log_totals" VALUES(3,'month','2026-07',1,1,45,4500,4500,45);
INSERT INTO "work_log_totals" VALUES(3,'month','2026-10',0,1,30,3000,3000,30);
INSERT INTO "work_log_totals" VALUES(3,'month','2026-11',0,1,180,18000,18000,180);
INSERT INTO "work_log_totals" VALUES(4,'day','2026-01-23',1,1,45,4500,4500,45);
INSERT INTO "work_log_totals" VALUES(4,'day','2026-06-08',1,1,15,1500,1500,15);
INSERT INTO "work_log_totals" VALUES(4,'day','2026-08-27',1,1,30,3000,3000,30);
INSERT INTO "work_log_totals" VALUES(4,'day','2026-10-23',0,1,30,3000,3000,30);
INSERT INTO "work_log_totals" VALUES(4,'ever','',0,1,30,3000,3000,30);
INSERT INTO "work_log_totals" VALUES(4,'ever','',1,3,90,9000,9000,90);
INSERT INTO "work_log_totals" VALUES(4,'month','2026-01',1,1,45,4500,4500,45);
INSERT INTO "work_log_totals" VALUES(4,'month','2026-06',1,1,15,1500,1500,15);
INSERT INTO "work_log_totals" VALUES(4,'month','2026-08',1,1,30,3000,3000,30);
INSERT INTO "work_log_totals" VALUES(4,'month','2026-10',0,1,30,3000,3000,30);
INSERT INTO "work_log_totals" VALUES(5,'day','2026-01-29',1,1,30,2500,2500,30);
INSERT INTO "work_log_totals" VALUES(5,'day','2026-02-11',1,1,15,1250,1250,15);
INSERT INTO "work_log_totals" VALUES(5,'day','2026-03-16',1,1,60,5000,5000,60);
INSERT INTO "work_log_totals" VALUES(5,'day','2026-04-28',1,1,30,2500,2500,30);
INSERT INTO "work_log_totals" VALUES(5,'day','2026-05-07',1,1,30,2500,2500,30);
INSERT INTO "work_log_totals" VALUES(5,'day','2026-05-14',1,1,30,2500,2500,30);
INSERT INTO "work_log_totals" VALUES(5,'day','2026-06-04',1,1,180,15000,15000,180);
INSERT INTO "work_log_totals" VALUES(5,'day','2026-07-03',1,1,180,15000,15000,180);
INSERT INTO "work_log_totals" VALUES(5,'day','2026-07-20',1,1,30,2500,2500,30);
INSERT INTO "work_log_totals" VALUES(5,'day','2026-08-03',1,1,30,2500,2500,30);
INSERT INTO "work_log_totals" VALUES(5,'day','2026-08-11',1,1,90,7500,7500,90);
INSERT INTO "work_log_totals" VALUES(5,'day','2026-10-01',0,1,120,10000,10000,120);
INSERT INTO "work_log_totals" VALUES(5,'ever','',0,1,120,10000,10000,120);
INSERT INTO "work_log_totals" VALUES(5,'ever','',1,11,705,58750,58750,705);
INSERT INTO "work_log_totals" VALUES(5,'month','2026-01',1,1,30,2500,2500,30);
INSERT INTO "work_log_totals" VALUES(5,'month','2026-02',1,1,15,1250,1250,15);
INSERT INTO "work_log_totals" VALUES(5,'month','2026-03',1,1,60,5000,5000,60);
INSERT INTO "work_log_totals" VALUES(5,'month','2026-04',1,1,30,2500,2500,30);
INSERT INTO "work_log_totals" VALUES(5,'month','2026-05',1,2,60,5000,5000,60);
INSERT INTO "work_log_totals" VALUES(5,'month','2026-06',1,1,180,15000,15000,180);
INSERT INTO "work_log_totals" VALUES(5,'month','2026-07',1,2,210,17500,17500,210);
INSERT INTO "work_log_totals" VALUES(5,'month','2026-08',1,2,120,10000,10000,120);
INSERT INTO "work_log_totals" VALUES(5,'month','2026-10',0,1,120,10000,10000,120);
INSERT INTO "work_log_totals" VALUES(6,'day','2026-01-28',0,1,0,45588,45588,0);
INSERT INTO "work_log_totals" VALUES(6,'day','2026-03-27',1,1,15,1750,1750,15);
INSERT INTO "work_log_totals" VALUES(6,'day','2026-04-22',0,1,0,107899,107899,0);
INSERT INTO "work_log_totals" VALUES(6,'day','2026-07-15',0,1,0,40395,40395,0);
INSERT INTO "work_log_totals" VALUES(6,'day','2026-08-18',1,1,60,7000,7000,60);
INSERT INTO "work_log_totals" VALUES(6,'day','2026-09-17',1,1,30,3500,3500,30);
INSERT INTO "work_log_totals" VALUES(6,'day','2026-10-07',0,1,0,57800,57800,0);
INSERT INTO "work_log_totals" VALUES(6,'day','2026-11-09',0,1,45,5250,5250,45);
INSERT INTO "work_log_totals" VALUES(6,'ever','',0,5,45,256932,256932,45);
INSERT INTO "work_log_totals" VALUES(6,'ever','',1,3,105,12250,12250,105);
INSERT INTO "work_log_totals" VALUES(6,'month','2026-01',0,1,0,45588,45588,0);
INSERT INTO "work_log_totals" VALUES(6,'month','2026-03',1,1,15,1750,1750,15);
INSERT INTO "work_log_totals" VALUES(6,'month','2026-04',0,1,0,107899,107899,0);
INSERT INTO "work_log_totals" VALUES(6,'month','2026-07',0,1,0,40395,40395,0);
INSERT INTO "work_log_totals" VALUES(6,'month','2026-08',1,1,60,7000,7000,60);
INSERT INTO "work_log_totals" VALUES(6,'month','2026-09',1,1,30,3500,3500,30);
INSERT INTO "work_log_totals" VALUES(6,'month','2026-10',0,1,0,57800,57800,0);
INSERT INTO "work_log_totals" VALUES(6,'month','2026-11',0,1,45,5250,5250,45);
INSERT INTO "work_log_totals" VALUES(7,'day','2026-02-20',1,1,30,3125,3125,30);
INSERT INTO "work_log_totals" VALUES(7,'day','2026-02-25',1,1,60,6250,6250,60);
INSERT INTO "work_log_totals" VALUES(7,'day','2026-03-02',1,1,60,6250,6250,60);
INSERT INTO "work_log_totals" VALUES(7,'day','2026-04-07',1,1,30,3125,3125,30);
INSERT INTO "work_log_totals" VALUES(7,'day','2026-05-12',1,1,45,4688,4688,45);
INSERT INTO "work_log_totals" VALUES(7,'day','2026-06-01',0,1,30,3125,0,0);
INSERT INTO "work_log_totals" VALUES(7,'day','2026-07-14',1,1,180,18750,18750,180);
INSERT INTO "work_log_totals" VALUES(7,'day','2026-09-02',1,1,30,3125,3125,30);
INSERT INTO "work_log_totals" VALUES(7,'day','2026-11-16',0,1,15,1563,1563,15);
INSERT INTO "work_log_totals" VALUES(7,'day','2026-11-20',0,1,30,3125,3125,30);
INSERT INTO "work_log_totals" VALUES(7,'ever','',0,3,75,7813,4688,45);
INSERT INTO "work_log_totals" VALUES(7,'ever','',1,7,435,45313,45313,435);
INSERT INTO "work_log_totals" VALUES(7,'month','2026-02',1,2,90,9375,9375,90);
INSERT INTO "work_log_totals" VALUES(7,'month','2026-03',1,1,60,6250,6250,60);
INSERT INTO "work_log_totals" VALUES(7,'month','2026-04',1,1,30,3125,3125,30);
INSERT INTO "work_log_totals" VALUES(7,'month','2026-05',1,1,45,4688,4688,45);
INSERT INTO "work_log_totals" VALUES(7,'month','2026-06',0,1,30,3125,0,0);
INSERT INTO "work_log_totals" VALUES(7,'month','2026-07',1,1,180,18750,18750,180);
INSERT INTO "work_log_totals" VALUES(7,'month','2026-09',1,1,30,3125,3125,30);
INSERT INTO "work_log_totals" VALUES(7,'month','2026-11',0,2,45,4688,4688,45);
INSERT INTO "work_log_totals" VALUES(8,'day','2025-11-25',0,1,45,4875,0,0);
INSERT INTO "work_log_totals" VALUES(8,'day','2026-01-21',1,1,180,24000,24000,180);
INSERT INTO "work_log_totals" VALUES(8,'day','2026-03-12',1,1,240,32000,32000,240);
INSERT INTO "work_log_totals" VALUES(8,'ever','',0,1,45,4875,0,0);
INSERT INTO "work_log_totals" VALUES(8,'ever','',1,2,420,56000,56000,420);
INSERT INTO "work_log_totals" VALUES(8,'month','2025-11',0,1,45,4875,0,0);
INSERT INTO "work_log_totals" VALUES(8,'month','2026-01',1,1,180,24000,24000,180);
INSERT INTO "work_log_totals" VALUES(8,'month','2026-03',1,1,240,32000,32000,240);
INSERT INTO "work_log_totals" VALUES(9,'day','2026-01-07',1,1,30,3750,3750,30);
INSERT INTO "work_log_totals" VALUES(9,'day','2026-02-16',1,1,45,5625,5625,45);
INSERT INTO "work_log_totals" VALUES(9,'day','2026-03-24',1,1,15,1875,1875,15);
INSERT INTO "work_log_totals" VALUES(9,'day','2026-04-03',1,1,15,1875,1875,15);
INSERT INTO "work_log_totals" VALUES(9,'day','2026-05-04',1,1,60,7500,7500,60);
INSERT INTO "work_log_totals" VALUES(9,'day','2026-05-27',1,1,30,3750,3750,30);
INSERT INTO "work_log_totals" VALUES(9,'day','2026-06-30',1,1,15,1875,1875,15);
INSERT INTO "work_log_totals" VALUES(9,'day','2026-09-15',1,1,30,3750,3750,30);
INSERT INTO "work_log_totals" VALUES(9,'day','2026-09-22',0,1,45,5625,0,0);
INSERT INTO "work_log_totals" VALUES(9,'ever','',0,1,45,5625,0,0);
INSERT INTO "work_log_totals" VALUES(9,'ever','',1,8,240,30000,30000,240);
INSERT INTO "work_log_totals" VALUES(9,'month','2026-01',1,1,30,3750,3750,30);
INSERT INTO "work_log_totals" VALUES(9,'month','2026-02',1,1,45,5625,5625,45);
INSERT INTO "work_log_totals" VALUES(9,'month','2026-03',1,1,15,1875,1875,15);
INSERT INTO "work_log_totals" VALUES(9,'month','2026-04',1,1,15,1875,1875,15);
INSERT INTO "work_log_totals" VALUES(9,'month','2026-05',1,2,90,11250,11250,90);
INSERT INTO "work_log_totals" VALUES(9,'month','2026-06',1,1,15,1875,1875,15);
INSERT INTO "work_log_totals" VALUES(9,'month','2026-09',0,1,45,5625,0,0);
INSERT INTO "work_log_totals" VALUES(9,'month','2026-09',1,1,30,3750,3750,30);
INSERT INTO "work_log_totals" VALUES(10,'day','2026-02-06',1,1,120,15000,15000,120);
INSERT INTO "work_log_totals" VALUES(10,'day','2026-05-25',1,1,30,3250,3250,30);
INSERT INTO "work_log_totals" VALUES(10,'day','2026-06-19',1,1,30,4000,4000,30);
INSERT INTO "work_log_totals" VALUES(10,'ever','',1,3,180,22250,22250,180);
INSERT INTO "work_log_totals" VALUES(10,'month','2026-02',1,1,120,15000,15000,120);
INSERT INTO "work_log_totals" VALUES(10,'month','2026-05',1,1,30,3250,3250,30);
INSERT INTO "work_log_totals" VALUES(10,'month','2026-06',1,1,30,4000,4000,30);
INSERT INTO "work_log_totals" VALUES(11,'day','2026-04-01',1,1,60,5500,5500,60);
INSERT INTO "work_log_totals" VALUES(11,'ever','',1,1,60,5500,5500,60);
INSERT INTO "work_log_totals" VALUES(11,'month','2026-04',1,1,60,5500,5500,60);
INSERT INTO "work_log_totals" VALUES(12,'day','2025-12-03',1,1,15,1500,1500,15);
INSERT INTO "work_log_totals" VALUES(12,'day','2026-03-09',1,1,30,3000,3000,30);
INSERT INTO "work_log_totals" VALUES(12,'ever','',1,2,45,4500,4500,45);
INSERT INTO "work_log_totals" VALUES(12,'month','2025-12',1,1,15,1500,1500,15);
INSERT INTO "work_log_totals" VALUES(12,'month','2026-03',1,1,30,3000,3000,30);
CREATE TABLE `work_logs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`client_id` integer NOT NULL,
	`work_type_id` integer NOT NULL,
	`is_hardware` integer DEFAULT false NOT NULL,
	`duration` integer NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`hourly_rate_pence` integer NOT NULL,
	`total_pence` integer NOT NULL,
	`billable` integer DEFAULT true NOT NULL,
	`date` integer NOT NULL,
	`day` text NOT NULL,
	`is_invoiced` integer DEFAULT false NOT NULL,
	`xero_invoice_id` text,
	`xero_invoice_number` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`client_id`) REFERENCES `clients`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`work_type_id`) REFERENCES `work_types`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "work_logs_day" CHECK("work_logs"."day" glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
	CONSTRAINT "work_logs_flags" CHECK("work_logs"."is_invoiced" in (0, 1) and "work_logs"."billable" in (0, 1)),
	CONSTRAINT "work_logs_duration" CHECK("work_logs"."duration" between 0 and 6000),
	CONSTRAINT "work_logs_money" CHECK("work_logs"."hourly_rate_pence" >= 0 and "work_logs"."total_pence" >= 0)
);
INSERT INTO "work_logs" VALUES(25,8,1,0,45,'New starter account for Ruth: mail, the booking system, shared drives. Showed Ben how to do this without us.',6500,4875,0,1764083700000,'2025-11-25',0,NULL,NULL,1,1764086400000,1764086400000);
INSERT INTO "work_logs" VALUES(50,1,1,0,15,'Mailbox full: archived old mail for Megan and raised the quota',6500,1625,1,1764340200000,'2025-11-28',1,'a5dfaf04-31f2-4665-aaa2-fd90023a8e4b','INV-0101',1,1764341100000,1764583200000);
INSERT INTO "work_logs" VALUES(75,12,1,0,15,'',6000,1500,1,1764781200000,'2025-12-03',1,'7c36ba62-97b5-491d-af25-4b631585a756','INV-0115',1,1764782100000,1767261600000);
INSERT INTO "work_logs" VALUES(100,1,1,0,45,'Investigated slow Sage 50, found a failing cache and cleared it',6500,4875,1,1765270800000,'2025-12-09',1,'56a2e9e6-bff6-4716-ae23-4f787c77f70a','INV-0112',1,1765273500000,1767261600000);
INSERT INTO "work_logs" VALUES(125,3,1,0,30,'VPN dropping at home for Ruth, changed to the new profile',6000,3000,1,1765560600000,'2025-12-12',1,'930a08a4-f86f-4ddb-a8e8-1b847ce0feae','INV-0117',1,1765562400000,1767261600000);
INSERT INTO "work_logs" VALUES(150,3,1,0,15,'HD-4071: Teams crashing on start for Darren, repaired the profile. Confirmed working with Ruth before closing.',6000,1500,1,1766064600000,'2025-12-18',1,'930a08a4-f86f-4ddb-a8e8-1b847ce0feae','INV-0117',1,1766065500000,1767261600000);
INSERT INTO "work_logs" VALUES(175,3,1,0,15,'HD-7988: New starter account for Hannah: mail, Sage 50, shared drives. Showed Darren how to do this without us.',6000,1500,1,1767358800000,'2026-01-02',1,'4c6a0d2b-d324-4c7d-a585-9ad9baa96c1a','INV-0129',1,1767359700000,1769940000000);
INSERT INTO "work_logs" VALUES(200,9,5,0,30,'HD-1556: Renewed the certificate for Outlook. Will check again on Friday.',7500,3750,1,1767803400000,'2026-01-07',1,'cea8282f-71b2-44a9-adcf-3b0dbaca2fe6','INV-0135',1,1767805200000,1769940000000);
INSERT INTO "work_logs" VALUES(225,3,2,0,30,'Traced intermittent Wi-Fi in the workshop to a failing access point and swapped it',6000,3000,1,1768226400000,'2026-01-12',1,'4c6a0d2b-d324-4c7d-a585-9ad9baa96c1a','INV-0129',1,1768228200000,1769940000000);
INSERT INTO "work_logs" VALUES(250,2,3,0,30,'Monthly service meeting with Amira, notes circulated. Showed Chloe how to do this without us.',8500,4250,1,1768492800000,'2026-01-15',1,'6016ccfb-128f-4312-a888-3b3fa3dc6879','INV-0128',1,1768494600000,1769940000000);
INSERT INTO "work_logs" VALUES(275,8,4,0,180,'',8000,24000,1,1768986000000,'2026-01-21',1,'175dfebe-b810-452f-a43c-52905c2bb848','INV-0134',1,1768996800000,1769940000000);
INSERT INTO "work_logs" VALUES(300,4,3,0,45,'Review of licences with Eilidh; list of what can be cancelled. Agreed with Farah to leave till 2 as it is for now.',6000,4500,1,1769183100000,'2026-01-23',1,'d0ef9b7d-d288-4914-a41b-463736983cdb','INV-0130',1,1769185800000,1769940000000);
INSERT INTO "work_logs" VALUES(325,5,1,0,30,'Sage 50 crashing on start for Ruth, repaired the profile',5000,2500,1,1769677200000,'2026-01-29',1,'66222d2e-70c5-4b24-a1c4-f638c0bccfb3','INV-0131',1,1769679000000,1769940000000);
INSERT INTO "work_logs" VALUES(350,2,5,0,15,'Firmware update on the NAS',8500,2125,1,1770045300000,'2026-02-02',1,'3b735139-7a0c-4e4d-aa48-0df942bef32c','INV-0140',1,1770046200000,1772359200000);
INSERT INTO "work_logs" VALUES(375,10,2,0,120,'Set up a workstation and two screens for Olu in the workshop',7500,15000,1,1770376500000,'2026-02-06',1,'f367a03b-7ded-4038-a0ef-42be88eda13a','INV-0137',1,1770383700000,1772359200000);
INSERT INTO "work_logs" VALUES(400,5,1,0,15,'HD-1139: New starter account for Olu: mail, the case database, shared drives',5000,1250,1,1770806700000,'2026-02-11',1,'e62374ca-1e5a-47a7-a614-435c4fb63ab4','INV-0143',1,1770807600000,1772359200000);
INSERT INTO "work_logs" VALUES(425,9,5,0,45,'Monthly patching of servers, restarted out of hours, all services back. Included updating the asset list and the diagram in the shared folder. Showed Darren how to do this without us. Agreed with Megan to leave the NAS as it is for now. Confirmed working with Ruth before closing. Left a note on the ticket for next time. Will check again on Friday.',7500,5625,1,1771258500000,'2026-02-16',1,'1a748f8f-9a81-4ca6-a5cd-c1d58739aab3','INV-0147',1,1771261200000,1772359200000);
INSERT INTO "work_logs" VALUES(450,7,1,0,30,'HD-7025: VPN dropping at home for Ruth, changed to the new profile',6250,3125,1,1771601400000,'2026-02-20',1,'fff14a48-bb24-4604-ae57-0cd3f802c70f','INV-0145',1,1771603200000,1772359200000);
INSERT INTO "work_logs" VALUES(475,7,1,0,60,'Restored a deleted folder from backup for Chloe',6250,6250,1,1772013600000,'2026-02-25',1,'fff14a48-bb24-4604-ae57-0cd3f802c70f','INV-0145',1,1772017200000,1772359200000);
INSERT INTO "work_logs" VALUES(500,7,4,0,60,'Telephone change-over: call routes, greetings, test calls with Kasia. Will check again on Friday.',6250,6250,1,1772443800000,'2026-03-02',1,'5371113b-31e9-4d84-aa4a-df361fe07d80','INV-0157',1,1772447400000,1775034000000);
INSERT INTO "work_logs" VALUES(525,12,5,0,30,'HD-2018: Firmware update on the office PC',6000,3000,1,1773057600000,'2026-03-09',1,'1bfb39ad-495b-44d6-a1c1-ffec0ffeb8d8','INV-0151',1,1773059400000,1775034000000);
INSERT INTO "work_logs" VALUES(550,8,4,0,240,'HD-3692: Migration of the case database: second batch of users moved and checked',8000,32000,1,1773317700000,'2026-03-12',1,'ad2b7294-b3fd-4210-aa8f-894b28023d09','INV-0158',1,1773332100000,1775034000000);
INSERT INTO "work_logs" VALUES(575,5,1,0,60,'HD-4829: Reset password and multi-factor sign-in for Megan',5000,5000,1,1773680400000,'2026-03-16',1,'771f0fa5-d9a6-4d7d-a68e-24037e5b790c','INV-0155',1,1773684000000,1775034000000);
INSERT INTO "work_logs" VALUES(600,9,1,0,15,'Shared calendar permissions corrected for Amira and the team. Agreed with Farah to leave the Kyocera copier as it is for now.',7500,1875,1,1774356300000,'2026-03-24',1,'8c6cf4b8-ba9e-4cd5-a5f5-14e414fbb2e3','INV-0159',1,1774357200000,1775034000000);
INSERT INTO "work_logs" VALUES(625,6,5,0,15,'Renewed the certificate for OneDrive',7000,1750,1,1774604700000,'2026-03-27',1,'357843e0-6df2-4676-a2c9-2e501e53c177','INV-0156',1,1774605600000,1775034000000);
INSERT INTO "work_logs" VALUES(650,11,3,0,60,'HD-7375: Monthly service meeting with Eilidh, notes circulated. Will check again on Friday.',5500,5500,1,1775030400000,'2026-04-01',1,'2dfd3fb1-2cbf-4b49-a80e-08953ffd9fdd','INV-0162',1,1775034000000,1777626000000);
INSERT INTO "work_logs" VALUES(675,9,5,0,15,'Monthly patching of servers, restarted out of hours, all services back',7500,1875,1,1775205900000,'2026-04-03',1,'b018269d-e44f-4e59-a1a2-95949fbd267f','INV-0171',1,1775206800000,1777626000000);
INSERT INTO "work_logs" VALUES(700,7,1,0,30,'Suspicious email reported by Chloe; checked the headers, blocked the sender, no harm done',6250,3125,1,1775579400000,'2026-04-07',1,'32b3c9e3-af17-4032-adca-380aa180fe72','INV-0169',1,1775581200000,1777626000000);
INSERT INTO "work_logs" VALUES(725,1,5,0,15,'Disk space alert on the boardroom PC; moved old logs. Confirmed working with Megan before closing.',6500,1625,1,1775828700000,'2026-04-10',1,'c4e15911-0658-4f08-ac0d-cfeb29517c50','INV-0160',1,1775829600000,1777626000000);
INSERT INTO "work_logs" VALUES(750,1,4,0,120,'HD-2329: Rolled out SharePoint to pilot users, collected feedback',6500,13000,1,1776251700000,'2026-04-15',1,'c4e15911-0658-4f08-ac0d-cfeb29517c50','INV-0160',1,1776258900000,1777626000000);
INSERT INTO "work_logs" VALUES(775,2,5,0,30,'Disk space alert on till 2; moved old logs',8500,4250,1,1776699900000,'2026-04-20',1,'42ed4a52-7a91-45d5-a6ef-6a02f7cc7c24','INV-0164',1,1776701700000,1777626000000);
INSERT INTO "work_logs" VALUES(800,1,6,0,120,'HD-7030: Phishing awareness session for the team in the workshop. Third time this month, so worth looking at a replacement.',6500,13000,1,1777017600000,'2026-04-24',1,'c4e15911-0658-4f08-ac0d-cfeb29517c50','INV-0160',1,1777024800000,1777626000000);
INSERT INTO "work_logs" VALUES(825,5,2,0,30,'HD-3133: Moved four desks in the upstairs studio, re-patched and tested the network points',5000,2500,1,1777393800000,'2026-04-28',1,'fee2eda3-019c-4553-a404-5b12422ba788','INV-0167',1,1777395600000,1777626000000);
INSERT INTO "work_logs" VALUES(850,9,6,0,60,'How-to guide and short session on Outlook for new staff. Left a note on the ticket for next time. Will check again on Friday. Waited for the supplier, who were helpful in the end. Third time this month, so worth looking at a replacement. Included updating the asset list and the diagram in the shared folder. Showed Chloe how to do this without us.',7500,7500,1,1777889700000,'2026-05-04',1,'4ae64efc-46da-4d3b-a12d-af273a4d1e32','INV-0183',1,1777893300000,1780304400000);
INSERT INTO "work_logs" VALUES(875,5,5,0,30,'HD-7476: Renewed the certificate for Teams',5000,2500,1,1778162400000,'2026-05-07',1,'e09ed389-d040-4e6d-a768-e78f58c3e0e7','INV-0179',1,1778164200000,1780304400000);
INSERT INTO "work_logs" VALUES(900,7,1,0,45,'HD-2939: Suspicious email reported by Chloe; checked the headers, blocked the sender, no harm done',6250,4688,1,1778590800000,'2026-05-12',1,'2a228a95-3c99-40f2-ad27-5555900e8ee6','INV-0181',1,1778593500000,1780304400000);
INSERT INTO "work_logs" VALUES(925,5,1,0,30,'Suspicious email reported by Kasia; checked the headers, blocked the sender, no harm done. Left a note on the ticket for next time.',5000,2500,1,1778768100000,'2026-05-14',1,'e09ed389-d040-4e6d-a768-e78f58c3e0e7','INV-0179',1,1778769900000,1780304400000);
INSERT INTO "work_logs" VALUES(950,1,5,0,30,'HD-9157: Monthly patching of servers, restarted out of hours, all services back',6500,3250,1,1779270300000,'2026-05-20',1,'47eb4b47-1817-497f-a827-ed11e2386019','INV-0172',1,1779272100000,1780304400000);
INSERT INTO "work_logs" VALUES(975,10,1,0,30,'OneDrive crashing on start for Graham, repaired the profile',6500,3250,1,1779696000000,'2026-05-25',1,'9b0db742-7722-49f6-a79d-73380657d3b2','INV-0173',1,1779697800000,1780304400000);
INSERT INTO "work_logs" VALUES(1000,9,1,0,30,'Mailbox full: archived old mail for Ruth and raised the quota. Included updating the asset list and the diagram in the shared folder.',7500,3750,1,1779895800000,'2026-05-27',1,'4ae64efc-46da-4d3b-a12d-af273a4d1e32','INV-0183',1,1779897600000,1780304400000);
INSERT INTO "work_logs" VALUES(1025,7,3,0,30,'HD-6100: Monthly service meeting with Ben, notes circulated. Third time this month, so worth looking at a replacement.',6250,3125,0,1780318800000,'2026-06-01',0,NULL,NULL,1,1780320600000,1780320600000);
INSERT INTO "work_logs" VALUES(1050,5,4,0,180,'Network refresh, the front office: configured switches and VLANs',5000,15000,1,1780560000000,'2026-06-04',1,'74e37311-cc94-4c26-a478-9d0ee69e92d9','INV-0189',1,1780570800000,1782896400000);
INSERT INTO "work_logs" VALUES(1075,4,1,0,15,'VPN dropping at home for Farah, changed to the new profile',6000,1500,1,1780913700000,'2026-06-08',1,'517d36e4-9f96-49e3-a297-e55881fbcc60','INV-0188',1,1780914600000,1782896400000);
INSERT INTO "work_logs" VALUES(1100,2,4,0,240,'HD-1866: Migration of the booking system: second batch of users moved and checked',8500,34000,1,1781251200000,'2026-06-12',1,'069fd07c-78dd-488b-a26f-36d48a794561','INV-0186',1,1781265600000,1782896400000);
INSERT INTO "work_logs" VALUES(1125,3,4,0,60,'HD-8729: Laptop replacement: imaged and enrolled six machines',6000,6000,1,1781701200000,'2026-06-17',1,'faaa405c-d99f-4e14-a4a0-3c36a5e3eaad','INV-0187',1,1781704800000,1782896400000);
INSERT INTO "work_logs" VALUES(1150,10,4,0,30,'Telephone change-over: call routes, greetings, test calls with Darren',8000,4000,1,1781886600000,'2026-06-19',1,'120f5731-748d-4a49-a0b3-e9f568559764','INV-0185',1,1781888400000,1782896400000);
INSERT INTO "work_logs" VALUES(1175,3,2,0,30,'HD-5118: Moved four desks in the annexe, re-patched and tested the network points. Showed Imran how to do this without us.',6000,3000,1,1782396000000,'2026-06-25',1,'faaa405c-d99f-4e14-a4a0-3c36a5e3eaad','INV-0187',1,1782397800000,1782896400000);
INSERT INTO "work_logs" VALUES(1200,9,1,0,15,'New starter account for Imran: mail, Outlook, shared drives',7500,1875,1,1782811800000,'2026-06-30',1,'f32c35d8-3571-4f32-a9fc-fad545dbb8a8','INV-0193',1,1782812700000,1782896400000);
INSERT INTO "work_logs" VALUES(1225,5,4,0,180,'HD-9913: Telephone change-over: call routes, greetings, test calls with Olu',5000,15000,1,1783069200000,'2026-07-03',1,'6ee403b4-a973-4581-ab30-1df19fa90726','INV-0199',1,1783080000000,1785574800000);
INSERT INTO "work_logs" VALUES(1250,1,5,0,30,'HD-7231: Checked backup reports and did a test restore of Outlook. Left a note on the ticket for next time.',6500,3250,1,1783593000000,'2026-07-09',1,'8ba51f4c-8e1d-4dd4-a9e1-fa0b00895935','INV-0194',1,1783594800000,1785574800000);
INSERT INTO "work_logs" VALUES(1275,7,2,0,180,'HD-7992: Traced intermittent Wi-Fi in the front office to a failing access point and swapped it',6250,18750,1,1784016000000,'2026-07-14',1,'f79e4cb9-fd5d-441e-ab9c-80c473823e00','INV-0201',1,1784026800000,1785574800000);
INSERT INTO "work_logs" VALUES(1300,5,1,0,30,'HD-7666: Teams crashing on start for Eilidh, repaired the profile',5000,2500,1,1784542500000,'2026-07-20',1,'6ee403b4-a973-4581-ab30-1df19fa90726','INV-0199',1,1784544300000,1785574800000);
INSERT INTO "work_logs" VALUES(1325,2,1,0,30,'New starter account for Olu: mail, OneDrive, shared drives. Waited for the supplier, who were helpful in the end.',8500,4250,1,1784901600000,'2026-07-24',1,'c7626bd2-b0bf-4e75-a23d-f513c72279e5','INV-0196',1,1784903400000,1785574800000);
INSERT INTO "work_logs" VALUES(1350,3,5,0,45,'Disk space alert on SRV-01; moved old logs',6000,4500,1,1785253500000,'2026-07-28',1,'8c5a6a81-a53e-46e6-a317-ab0661846c4a','INV-0197',1,1785256200000,1785574800000);
INSERT INTO "work_logs" VALUES(1375,5,1,0,30,'HD-2750: Shared calendar permissions corrected for Ruth and the team',5000,2500,1,1785751200000,'2026-08-03',1,'8f177ba5-d19c-4e49-a3b6-1325b9466f0e','INV-0209',1,1785753000000,1788253200000);
INSERT INTO "work_logs" VALUES(1400,1,5,0,30,'Antivirus console: two machines out of date, brought back in line',6500,3250,1,1785945600000,'2026-08-05',1,'d672b751-eb0c-4974-a84e-d81754ccba54','INV-0204',1,1785947400000,1788253200000);
INSERT INTO "work_logs" VALUES(1425,5,6,0,90,'One-to-one with Farah: the case database basics and shortcuts. Confirmed working with Ruth before closing.',5000,7500,1,1786458600000,'2026-08-11',1,'8f177ba5-d19c-4e49-a3b6-1325b9466f0e','INV-0209',1,1786464000000,1788253200000);
INSERT INTO "work_logs" VALUES(1450,6,1,0,60,'Mailbox full: archived old mail for Megan and raised the quota. Left a note on the ticket for next time.',7000,7000,1,1787050800000,'2026-08-18',1,'99a3da14-ea80-47bd-a767-c4070498b24d','INV-0210',1,1787054400000,1788253200000);
INSERT INTO "work_logs" VALUES(1475,2,4,0,30,'HD-9671: Network refresh, the annexe: configured switches and VLANs. Will check again on Friday.',8500,4250,1,1787583600000,'2026-08-24',1,'86c36092-2b36-43f6-a86a-14b2ccbb1531','INV-0206',1,1787585400000,1788253200000);
INSERT INTO "work_logs" VALUES(1500,4,3,0,30,'HD-2639: Monthly service meeting with Hannah, notes circulated',6000,3000,1,1787848200000,'2026-08-27',1,'c544f39e-0f27-48e3-a993-ebc8fb031678','INV-0208',1,1787850000000,1788253200000);
INSERT INTO "work_logs" VALUES(1525,7,1,0,30,'HD-1375: Restored a deleted folder from backup for Olu',6250,3125,1,1788355800000,'2026-09-02',1,'e3064203-7426-4516-a1ef-eddba1904e3c','INV-0221',1,1788357600000,1790845200000);
INSERT INTO "work_logs" VALUES(1550,1,5,0,60,'Firmware update on the Kyocera copier',6500,6500,1,1788532200000,'2026-09-04',1,'d921deb1-d24e-4e7a-abc6-8f1119a80862','INV-0214',1,1788535800000,1790845200000);
INSERT INTO "work_logs" VALUES(1575,2,1,0,30,'HD-8438: Mailbox full: archived old mail for Hannah and raised the quota. Included updating the asset list and the diagram in the shared folder.',8500,4250,1,1789045200000,'2026-09-10',1,'9198520b-6549-4226-ad18-69bac37bf912','INV-0216',1,1789047000000,1790845200000);
INSERT INTO "work_logs" VALUES(1600,9,1,0,30,'HD-4279: Suspicious email reported by Amira; checked the headers, blocked the sender, no harm done. Waited for the supplier, who were helpful in the end.',7500,3750,1,1789460100000,'2026-09-15',1,'079d39cd-a498-4ee4-a84f-0fbf41374c95','INV-0223',1,1789461900000,1790845200000);
INSERT INTO "work_logs" VALUES(1625,6,5,0,30,'Disk space alert on the boardroom PC; moved old logs. Third time this month, so worth looking at a replacement.',7000,3500,1,1789660800000,'2026-09-17',1,'40eecb1d-5e20-49aa-a720-2898023df5da','INV-0220',1,1789662600000,1790845200000);
INSERT INTO "work_logs" VALUES(1650,9,5,0,45,'Disk space alert on the NAS; moved old logs. Included updating the asset list and the diagram in the shared folder.',7500,5625,0,1790085600000,'2026-09-22',0,NULL,NULL,1,1790088300000,1790088300000);
INSERT INTO "work_logs" VALUES(1675,2,1,0,45,'The booking system crashing on start for Olu, repaired the profile. Agreed with Amira to leave the boardroom PC as it is for now.',8500,6375,1,1790343900000,'2026-09-25',1,'9198520b-6549-4226-ad18-69bac37bf912','INV-0216',1,1790346600000,1790845200000);
INSERT INTO "work_logs" VALUES(1700,5,4,0,120,'Telephone change-over: call routes, greetings, test calls with Darren. Third time this month, so worth looking at a replacement. Included updating the asset list and the diagram in the shared folder. Showed Kasia how to do this without us. Agreed with Hannah to leave the NAS as it is for now. Confirmed working with Megan before closing. Left a note on the ticket for next time.',5000,10000,1,1790859600000,'2026-10-01',0,NULL,NULL,1,1790866800000,1790866800000);
INSERT INTO "work_logs" VALUES(1725,1,1,0,15,'HD-3270: Ben could not print to the reception printer; cleared the stuck queue and updated the driver. Third time this month, so worth looking at a replacement. Included updating the asset list and the diagram in the shared folder. Showed Ben how to do this without us. Agreed with Graham to leave the Kyocera copier as it is for now. Confirmed working with Imran before closing. Left a note on the ticket for next time.',6500,1625,1,1791562500000,'2026-10-09',0,NULL,NULL,1,1791563400000,1791563400000);
INSERT INTO "work_logs" VALUES(1750,2,1,0,60,'Investigated slow SharePoint, found a failing cache and cleared it',8500,8500,1,1791981900000,'2026-10-14',0,NULL,NULL,1,1791985500000,1791985500000);
INSERT INTO "work_logs" VALUES(1775,1,1,0,15,'HD-8162: Investigated slow the case database, found a failing cache and cleared it',6500,1625,0,1792168200000,'2026-10-16',0,NULL,NULL,1,1792169100000,1792169100000);
INSERT INTO "work_logs" VALUES(1800,3,1,0,30,'HD-4866: Mailbox full: archived old mail for Amira and raised the quota',6000,3000,1,1792577700000,'2026-10-21',0,NULL,NULL,1,1792579500000,1792579500000);
INSERT INTO "work_logs" VALUES(1825,4,1,0,30,'HD-8488: Reset password and multi-factor sign-in for Ben',6000,3000,1,1792769400000,'2026-10-23',0,NULL,NULL,1,1792771200000,1792771200000);
INSERT INTO "work_logs" VALUES(1850,2,1,0,30,'HD-9262: Restored a deleted folder from backup for Ben. Showed Hannah how to do this without us.',8500,4250,1,1793197800000,'2026-10-28',0,NULL,NULL,1,1793199600000,1793199600000);
INSERT INTO "work_logs" VALUES(1875,1,3,0,30,'HD-9862: Options paper on replacing the NAS',6500,3250,1,1793374200000,'2026-10-30',0,NULL,NULL,1,1793376000000,1793376000000);
INSERT INTO "work_logs" VALUES(1900,3,4,0,180,'Laptop replacement: imaged and enrolled six machines',6000,18000,1,1793787300000,'2026-11-04',0,NULL,NULL,1,1793798100000,1793798100000);
INSERT INTO "work_logs" VALUES(1925,6,1,0,45,'HD-8057: New starter account for Kasia: mail, the case database, shared drives',7000,5250,1,1794225600000,'2026-11-09',0,NULL,NULL,1,1794228300000,1794228300000);
INSERT INTO "work_logs" VALUES(1950,1,3,0,60,'HD-2365: Review of licences with Kasia; list of what can be cancelled',6500,6500,1,1794485700000,'2026-11-12',0,NULL,NULL,1,1794489300000,1794489300000);
INSERT INTO "work_logs" VALUES(1975,7,1,0,15,'HD-5886: Suspicious email reported by Ben; checked the headers, blocked the sender, no harm done',6250,1563,1,1794850200000,'2026-11-16',0,NULL,NULL,1,1794851100000,1794851100000);
INSERT INTO "work_logs" VALUES(2000,7,2,0,30,'HD-6168: Traced intermittent Wi-Fi in the upstairs studio to a failing access point and swapped it. Will check again on Friday.',6250,3125,1,1795174200000,'2026-11-20',0,NULL,NULL,1,1795176000000,1795176000000);
INSERT INTO "work_logs" VALUES(2001,1,7,1,0,'Replacement for the front desk, order 4471',0,107899,1,1795003200000,'2026-11-18',0,NULL,NULL,3,1795003200000,1795003200000);
INSERT INTO "work_logs" VALUES(2004,6,7,1,0,'Backup disks, rotated off-site',0,57800,1,1791374400000,'2026-10-07',0,NULL,NULL,2,1791374400000,1791374400000);
INSERT INTO "work_logs" VALUES(2007,1,7,1,0,'Wi-Fi for the meeting rooms',0,45588,1,1787745600000,'2026-08-26',0,NULL,NULL,3,1787745600000,1787745600000);
INSERT INTO "work_logs" VALUES(2010,6,7,1,0,'Two screens for the new starter',0,40395,1,1784116800000,'2026-07-15',0,NULL,NULL,3,1784116800000,1784116800000);
INSERT INTO "work_logs" VALUES(2013,1,7,1,0,'Spare printer toner',0,17280,1,1780488000000,'2026-06-03',0,NULL,NULL,2,1780488000000,1780488000000);
INSERT INTO "work_logs" VALUES(2016,6,7,1,0,'Replacement for the front desk, order 4471',0,107899,1,1776859200000,'2026-04-22',0,NULL,NULL,3,1776859200000,1776859200000);
INSERT INTO "work_logs" VALUES(2019,1,7,1,0,'Backup disks, rotated off-site',0,57800,1,1773230400000,'2026-03-11',0,NULL,NULL,2,1773230400000,1773230400000);
INSERT INTO "work_logs" VALUES(2022,6,7,1,0,'Wi-Fi for the meeting rooms',0,45588,1,1769601600000,'2026-01-28',0,NULL,NULL,3,1769601600000,1769601600000);
INSERT INTO "work_logs" VALUES(2025,1,7,1,0,'Two screens for the new starter',0,40395,1,1765972800000,'2025-12-17',0,NULL,NULL,3,1765972800000,1765972800000);
CREATE TABLE `work_types` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`hourly_rate_pence` integer NOT NULL,
	`description` text,
	`is_hardware` integer DEFAULT false NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "work_types_rate" CHECK("work_types"."hourly_rate_pence" >= 0)
);
INSERT INTO "work_types" VALUES(1,'Remote support',6500,'Help by telephone and remote control',0,1,1,1763640000000,1763640000000);
INSERT INTO "work_types" VALUES(2,'On-site support',7500,'Visits, travel time included',0,1,1,1763640000000,1763640000000);
INSERT INTO "work_types" VALUES(3,'Consultancy',9500,'Advice, reviews and planning',0,1,1,1763640000000,1763640000000);
INSERT INTO "work_types" VALUES(4,'Project work',8000,'Agreed pieces of work with an estimate',0,1,1,1763640000000,1763640000000);
INSERT INTO "work_types" VALUES(5,'Maintenance',5500,'Updates, backups and monitoring',0,1,1,1763640000000,1763640000000);
INSERT INTO "work_types" VALUES(6,'Training',7000,'Workshops and one-to-one sessions',0,1,1,1763640000000,1763640000000);
INSERT INTO "work_types" VALUES(7,'Hardware',0,'Equipment supplied, sold by the item',1,1,1,1763640000000,1763640000000);
CREATE TABLE `xero_connections` (
	`id` integer PRIMARY KEY NOT NULL,
	`access_token` text NOT NULL,
	`refresh_token` text NOT NULL,
	`access_expires_at` integer NOT NULL,
	`tenant_id` text,
	`ended_at` integer,
	`connected_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`tenant_id`) REFERENCES `xero_organisations`(`tenant_id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "xero_connections_one" CHECK("xero_connections"."id" = 1)
);
CREATE TABLE `xero_organisations` (
	`tenant_id` text PRIMARY KEY NOT NULL,
	`connection_id` text,
	`name` text NOT NULL,
	`short_code` text,
	`currency` text DEFAULT 'GBP' NOT NULL,
	`is_vat_registered` integer DEFAULT false NOT NULL,
	`tax_rates` text DEFAULT '[]' NOT NULL,
	`accounts` text DEFAULT '[]' NOT NULL,
	`payment_terms` text DEFAULT 'null' NOT NULL,
	`account_code` text,
	`time_tax_code` text,
	`read_at` integer,
	`updated_at` integer NOT NULL
);
CREATE UNIQUE INDEX `approved_emails_email` ON `approved_emails` (`email`);
CREATE INDEX `clients_name` ON `clients` ("name" collate nocase,`id`);
CREATE INDEX `deleted_work_logs_deleted_at` ON `deleted_work_logs` (`deleted_at`);
CREATE INDEX `hardware_items_work_log` ON `hardware_items` (`work_log_id`,`id`);
CREATE INDEX `invoice_logs_work_log` ON `invoice_logs` (`work_log_id`);
CREATE UNIQUE INDEX `invoice_logs_live` ON `invoice_logs` (`work_log_id`) WHERE "invoice_logs"."is_live";
CREATE INDEX `invoice_runs_status` ON `invoice_runs` (`status`);
CREATE UNIQUE INDEX `invoices_reference` ON `invoices` (`reference`);
CREATE UNIQUE INDEX `invoices_xero` ON `invoices` (`tenant_id`,`xero_invoice_id`);
CREATE INDEX `invoices_run` ON `invoices` (`run_id`);
CREATE INDEX `invoices_state` ON `invoices` (`state`,`id`);
CREATE INDEX `invoices_client` ON `invoices` (`client_id`);
CREATE INDEX `invoices_send_key` ON `invoices` (`send_key`);
CREATE INDEX `invoices_ended` ON `invoices` (`id`) WHERE "invoices"."state" = 'created' and "invoices"."status" in ('deleted', 'voided');
CREATE INDEX `one_time_keys_created_at` ON `one_time_keys` (`created_at`);
CREATE UNIQUE INDEX `pending_work_logs_completion` ON `pending_work_logs` (`todoist_task_id`,`completed_at`);
CREATE INDEX `pending_work_logs_completed` ON `pending_work_logs` (`completed_at`,`id`);
CREATE INDEX `pending_work_logs_status_completed` ON `pending_work_logs` (`status`,`completed_at`,`id`);
CREATE INDEX `pending_work_logs_client_completed` ON `pending_work_logs` (`client_id`,`completed_at`,`id`);
CREATE INDEX `pending_work_logs_client_status_completed` ON `pending_work_logs` (`client_id`,`status`,`completed_at`,`id`);
CREATE INDEX `pending_work_logs_project` ON `pending_work_logs` (`project_id`,`work_log_id`);
CREATE UNIQUE INDEX `pending_work_logs_work_log` ON `pending_work_logs` (`work_log_id`);
CREATE INDEX `pending_work_logs_work_type` ON `pending_work_logs` (`work_type_id`);
CREATE INDEX `rewrite_batches_started_at` ON `rewrite_batches` (`started_at`);
CREATE UNIQUE INDEX `rewrites_subject` ON `rewrites` (`batch_id`,`subject_id`);
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);
CREATE INDEX `sessions_expires_at` ON `sessions` (`expires_at`);
CREATE INDEX `sign_in_links_expires_at` ON `sign_in_links` (`expires_at`);
CREATE UNIQUE INDEX `users_email` ON `users` (`email`);
CREATE INDEX `work_logs_date` ON `work_logs` (`date`,`id`);
CREATE INDEX `work_logs_client_date` ON `work_logs` (`client_id`,`date`,`id`);
CREATE INDEX `work_logs_invoiced_date` ON `work_logs` (`is_invoiced`,`date`,`id`);
CREATE INDEX `work_logs_client_invoiced_date` ON `work_logs` (`client_id`,`is_invoiced`,`date`,`id`);
CREATE INDEX `work_logs_unbilled` ON `work_logs` (`client_id`,`date`) WHERE is_invoiced = 0 and billable = 1;
CREATE INDEX `work_logs_work_type` ON `work_logs` (`work_type_id`);
CREATE INDEX `work_types_name` ON `work_types` ("name" collate nocase,`id`);
CREATE TRIGGER `pending_work_logs_start` BEFORE INSERT ON `pending_work_logs`
WHEN new.status <> 'pending_review'
BEGIN
	SELECT raise(abort, 'a pending work log starts in review');
END;
CREATE TRIGGER `pending_work_logs_states` BEFORE UPDATE OF status ON `pending_work_logs`
WHEN old.status <> new.status AND old.status || ' ' || new.status NOT IN (
	'pending_review confirmed', 'pending_review rejected', 'pending_review archived',
	'rejected pending_review', 'archived pending_review',
	'confirmed converted', 'confirmed pending_review', 'converted confirmed'
)
BEGIN
	SELECT raise(abort, 'a pending work log cannot go from this state to that one');
END;
CREATE TRIGGER `pending_work_logs_locked`
BEFORE UPDATE OF task_name, description, duration, client_id, work_type_id, billable, estimated_hourly_rate_pence
ON `pending_work_logs`
WHEN old.status <> 'pending_review'
BEGIN
	SELECT raise(abort, 'only a pending work log in review can be changed');
END;
CREATE TRIGGER `pending_work_logs_invoiced` AFTER UPDATE OF is_invoiced ON `work_logs`
WHEN old.is_invoiced <> new.is_invoiced
BEGIN
	UPDATE pending_work_logs SET status = iif(new.is_invoiced, 'converted', 'confirmed'), updated_at = new.updated_at
	WHERE work_log_id = new.id;
END;
CREATE TRIGGER `pending_work_logs_log_deleted` BEFORE DELETE ON `work_logs`
BEGIN
	UPDATE pending_work_logs SET status = 'pending_review', work_log_id = NULL WHERE work_log_id = old.id;
END;
CREATE TRIGGER `work_log_totals_insert` AFTER INSERT ON `work_logs` BEGIN
	INSERT INTO `work_log_totals` (`client_id`, `unit`, `period`, `is_invoiced`, `logs`, `minutes`, `total_pence`, `billable_pence`, `billable_minutes`)
	SELECT scope.client_id, scope.unit, scope.period, new.is_invoiced, 1, new.duration, new.total_pence, iif(new.billable, new.total_pence, 0), iif(new.billable, new.duration, 0)
	FROM (
		SELECT 0 AS client_id, 'day' AS unit, new.day AS period
		UNION ALL SELECT 0, 'month', substr(new.day, 1, 7)
		UNION ALL SELECT 0, 'ever', ''
		UNION ALL SELECT new.client_id, 'day', new.day
		UNION ALL SELECT new.client_id, 'month', substr(new.day, 1, 7)
		UNION ALL SELECT new.client_id, 'ever', ''
	) AS scope WHERE true
	ON CONFLICT (`client_id`, `unit`, `period`, `is_invoiced`) DO UPDATE SET
		logs = logs + excluded.logs,
		minutes = minutes + excluded.minutes,
		total_pence = total_pence + excluded.total_pence,
		billable_pence = billable_pence + excluded.billable_pence,
		billable_minutes = billable_minutes + excluded.billable_minutes;
END;
CREATE TRIGGER `work_log_totals_delete` AFTER DELETE ON `work_logs` BEGIN
	INSERT INTO `work_log_totals` (`client_id`, `unit`, `period`, `is_invoiced`, `logs`, `minutes`, `total_pence`, `billable_pence`, `billable_minutes`)
	SELECT scope.client_id, scope.unit, scope.period, old.is_invoiced, -1, -old.duration, -old.total_pence, -iif(old.billable, old.total_pence, 0), -iif(old.billable, old.duration, 0)
	FROM (
		SELECT 0 AS client_id, 'day' AS unit, old.day AS period
		UNION ALL SELECT 0, 'month', substr(old.day, 1, 7)
		UNION ALL SELECT 0, 'ever', ''
		UNION ALL SELECT old.client_id, 'day', old.day
		UNION ALL SELECT old.client_id, 'month', substr(old.day, 1, 7)
		UNION ALL SELECT old.client_id, 'ever', ''
	) AS scope WHERE true
	ON CONFLICT (`client_id`, `unit`, `period`, `is_invoiced`) DO UPDATE SET
		logs = logs + excluded.logs,
		minutes = minutes + excluded.minutes,
		total_pence = total_pence + excluded.total_pence,
		billable_pence = billable_pence + excluded.billable_pence,
		billable_minutes = billable_minutes + excluded.billable_minutes;
END;
CREATE TRIGGER `work_log_totals_update` AFTER UPDATE OF `client_id`, `day`, `is_invoiced`, `duration`, `total_pence`, `billable` ON `work_logs` BEGIN
	INSERT INTO `work_log_totals` (`client_id`, `unit`, `period`, `is_invoiced`, `logs`, `minutes`, `total_pence`, `billable_pence`, `billable_minutes`)
	SELECT scope.client_id, scope.unit, scope.period, old.is_invoiced, -1, -old.duration, -old.total_pence, -iif(old.billable, old.total_pence, 0), -iif(old.billable, old.duration, 0)
	FROM (
		SELECT 0 AS client_id, 'day' AS unit, old.day AS period
		UNION ALL SELECT 0, 'month', substr(old.day, 1, 7)
		UNION ALL SELECT 0, 'ever', ''
		UNION ALL SELECT old.client_id, 'day', old.day
		UNION ALL SELECT old.client_id, 'month', substr(old.day, 1, 7)
		UNION ALL SELECT old.client_id, 'ever', ''
	) AS scope WHERE true
	ON CONFLICT (`client_id`, `unit`, `period`, `is_invoiced`) DO UPDATE SET
		logs = logs + excluded.logs,
		minutes = minutes + excluded.minutes,
		total_pence = total_pence + excluded.total_pence,
		billable_pence = billable_pence + excluded.billable_pence,
		billable_minutes = billable_minutes + excluded.billable_minutes;
	INSERT INTO `work_log_totals` (`client_id`, `unit`, `period`, `is_invoiced`, `logs`, `minutes`, `total_pence`, `billable_pence`, `billable_minutes`)
	SELECT scope.client_id, scope.unit, scope.period, new.is_invoiced, 1, new.duration, new.total_pence, iif(new.billable, new.total_pence, 0), iif(new.billable, new.duration, 0)
	FROM (
		SELECT 0 AS client_id, 'day' AS unit, new.day AS period
		UNION ALL SELECT 0, 'month', substr(new.day, 1, 7)
		UNION ALL SELECT 0, 'ever', ''
		UNION ALL SELECT new.client_id, 'day', new.day
		UNION ALL SELECT new.client_id, 'month', substr(new.day, 1, 7)
		UNION ALL SELECT new.client_id, 'ever', ''
	) AS scope WHERE true
	ON CONFLICT (`client_id`, `unit`, `period`, `is_invoiced`) DO UPDATE SET
		logs = logs + excluded.logs,
		minutes = minutes + excluded.minutes,
		total_pence = total_pence + excluded.total_pence,
		billable_pence = billable_pence + excluded.billable_pence,
		billable_minutes = billable_minutes + excluded.billable_minutes;
END;
CREATE TRIGGER `invoices_start` BEFORE INSERT ON `invoices`
WHEN new.state <> 'claimed'
BEGIN
	SELECT raise(abort, 'an invoice starts as a claim');
END;
CREATE TRIGGER `invoices_states` BEFORE UPDATE OF state ON `invoices`
WHEN old.state <> new.state AND old.state || ' ' || new.state NOT IN (
	'claimed sending', 'claimed failed', 'sending claimed', 'sending created', 'sending failed', 'created released'
)
BEGIN
	SELECT raise(abort, 'an invoice cannot go from this state to that one');
END;
CREATE TRIGGER `invoices_settled` AFTER UPDATE OF state ON `invoices`
WHEN old.state <> new.state
BEGIN
	UPDATE work_logs SET is_invoiced = 1, xero_invoice_id = new.xero_invoice_id,
		xero_invoice_number = new.xero_invoice_number, updated_at = new.updated_at
	WHERE new.state = 'created'
		AND id IN (SELECT work_log_id FROM invoice_logs WHERE invoice_id = new.id AND is_live);
	UPDATE work_logs SET is_invoiced = 0, xero_invoice_id = NULL, xero_invoice_number = NULL,
		updated_at = new.updated_at
	WHERE new.state = 'released'
		AND id IN (SELECT work_log_id FROM invoice_logs WHERE invoice_id = new.id AND is_live);
	UPDATE invoice_logs SET is_live = 0
	WHERE new.state IN ('failed', 'released') AND invoice_id = new.id;
END;
CREATE TRIGGER `invoices_numbered` AFTER UPDATE OF xero_invoice_number ON `invoices`
WHEN new.state = 'created' AND old.state = 'created'
BEGIN
	UPDATE work_logs SET xero_invoice_number = new.xero_invoice_number, updated_at = new.updated_at
	WHERE id IN (SELECT work_log_id FROM invoice_logs WHERE invoice_id = new.id AND is_live);
END;
CREATE TRIGGER `work_logs_claimed`
BEFORE UPDATE OF client_id, work_type_id, duration, description, hourly_rate_pence, total_pence, billable, date
ON `work_logs`
WHEN EXISTS (SELECT 1 FROM invoice_logs WHERE work_log_id = old.id AND is_live)
BEGIN
	SELECT raise(abort, 'a work log on an invoice cannot be changed');
END;
CREATE TRIGGER `work_logs_claimed_deleted` BEFORE DELETE ON `work_logs`
WHEN EXISTS (SELECT 1 FROM invoice_logs WHERE work_log_id = old.id AND is_live)
BEGIN
	SELECT raise(abort, 'a work log on an invoice cannot be deleted');
END;
CREATE TRIGGER `clients_version` AFTER UPDATE ON `clients`
WHEN (
		old.name, old.email, old.contact_person, old.standard_rate_pence, old.premium_rate_pence,
		old.discounted_rate_pence, old.is_active
	) IS NOT (
		new.name, new.email, new.contact_person, new.standard_rate_pence, new.premium_rate_pence,
		new.discounted_rate_pence, new.is_active
	)
BEGIN
	UPDATE clients SET version = version + 1 WHERE id = new.id;
END;
CREATE TRIGGER `work_types_version` AFTER UPDATE ON `work_types`
WHEN (
		old.name, old.hourly_rate_pence, old.description, old.is_hardware, old.is_active
	) IS NOT (
		new.name, new.hourly_rate_pence, new.description, new.is_hardware, new.is_active
	)
BEGIN
	UPDATE work_types SET version = version + 1 WHERE id = new.id;
END;
CREATE TRIGGER `work_logs_version` AFTER UPDATE ON `work_logs`
WHEN (
		old.client_id, old.work_type_id, old.is_hardware, old.duration, old.description,
		old.hourly_rate_pence, old.total_pence, old.billable, old.date, old.day, old.is_invoiced,
		old.xero_invoice_id, old.xero_invoice_number
	) IS NOT (
		new.client_id, new.work_type_id, new.is_hardware, new.duration, new.description,
		new.hourly_rate_pence, new.total_pence, new.billable, new.date, new.day, new.is_invoiced,
		new.xero_invoice_id, new.xero_invoice_number
	)
BEGIN
	UPDATE work_logs SET version = version + 1 WHERE id = new.id;
END;
CREATE TRIGGER `pending_work_logs_version` AFTER UPDATE ON `pending_work_logs`
WHEN (
		old.todoist_task_id, old.completed_at, old.task_name, old.description, old.project_id,
		old.project_name, old.labels, old.duration, old.client_id, old.work_type_id,
		old.is_client_suggested, old.is_work_type_suggested, old.billable,
		old.estimated_hourly_rate_pence, old.status, old.work_log_id, old.metadata
	) IS NOT (
		new.todoist_task_id, new.completed_at, new.task_name, new.description, new.project_id,
		new.project_name, new.labels, new.duration, new.client_id, new.work_type_id,
		new.is_client_suggested, new.is_work_type_suggested, new.billable,
		new.estimated_hourly_rate_pence, new.status, new.work_log_id, new.metadata
	)
BEGIN
	UPDATE pending_work_logs SET version = version + 1 WHERE id = new.id;
END;
CREATE TRIGGER `work_logs_version_item_added` AFTER INSERT ON `hardware_items`
BEGIN
	UPDATE work_logs SET version = version + 1 WHERE id = new.work_log_id;
END;
CREATE TRIGGER `work_logs_version_item_changed` AFTER UPDATE ON `hardware_items`
WHEN (
		old.work_log_id, old.item_name, old.description, old.quantity, old.unit_price_pence,
		old.vat_included, old.vat_rate_hundredths, old.tax_code
	) IS NOT (
		new.work_log_id, new.item_name, new.description, new.quantity, new.unit_price_pence,
		new.vat_included, new.vat_rate_hundredths, new.tax_code
	)
BEGIN
	UPDATE work_logs SET version = version + 1 WHERE id = new.work_log_id;
END;
CREATE TRIGGER `work_logs_version_item_removed` AFTER DELETE ON `hardware_items`
BEGIN
	UPDATE work_logs SET version = version + 1 WHERE id = old.work_log_id;
END;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('clients',12);
INSERT INTO "sqlite_sequence" VALUES('work_types',7);
INSERT INTO "sqlite_sequence" VALUES('work_logs',2026);
INSERT INTO "sqlite_sequence" VALUES('hardware_items',42);
COMMIT;
