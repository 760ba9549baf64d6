-- Enabled event triggers.
SELECT evtname FROM pg_event_trigger WHERE evtenabled <> 'D' ORDER BY evtname;
