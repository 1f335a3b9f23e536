-- The index of words gets a part with each log that is written. From 16 parts on, the next writer merged all of
-- them at once, with 20,000 logs for a quarter of a second. The server merges them in small steps now; who
-- writes does it only where nobody has for long.
INSERT INTO `work_log_words` (`work_log_words`, rank) VALUES ('crisismerge', 256);
