ALTER TABLE "billing_accounts" ADD COLUMN "release_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "billing_accounts" ADD COLUMN "releasing_until" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "billing_accounts_release_due" ON "billing_accounts" USING btree ("release_due_at") WHERE "billing_accounts"."release_due_at" is not null;