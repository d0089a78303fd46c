ALTER TABLE "connect_sessions" ADD COLUMN "ticket_hash" "bytea";--> statement-breakpoint
ALTER TABLE "connect_sessions" ADD COLUMN "ticket" text;--> statement-breakpoint
ALTER TABLE "connect_sessions" ADD COLUMN "browser_hash" "bytea";--> statement-breakpoint
ALTER TABLE "connect_sessions" ADD COLUMN "asked_by" text;--> statement-breakpoint
CREATE UNIQUE INDEX "connect_sessions_ticket" ON "connect_sessions" USING btree ("ticket_hash");