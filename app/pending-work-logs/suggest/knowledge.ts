import type { Client, Rule, WorkType } from '#db/schema.ts';
import type { RuleSubject } from '../rules/match-rule.ts';
import type { Choice } from './evidence.ts';
import type { NameFinder } from './names.ts';

/** What the suggestions are made from. */
export type Knowledge = {
  /** The first rule that fits a task; null when none does. */
  ruleFor: (task: RuleSubject) => Rule | null;
  choicesOfTask: (taskId: string) => Choice[];
  choicesOfName: (nameKey: string) => Choice[];
  choicesOfProject: (projectId: string) => Choice[];
  client: (id: number) => KnownClient | undefined;
  workType: (id: number) => KnownType | undefined;
  clientNamedIn: NameFinder<KnownClient>;
  workTypeNamedIn: NameFinder<KnownType>;
};

export type KnownClient = Pick<
  Client,
  'id' | 'name' | 'isActive' | 'standardRatePence' | 'discountedRatePence'
>;
export type KnownType = Pick<WorkType, 'id' | 'name' | 'isActive' | 'hourlyRatePence'>;
