CREATE TABLE "key_checks" (
	"key_id" text PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sweep_debts" (
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"looks" integer NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sweep_debts_kind_id_pk" PRIMARY KEY("kind","id")
);
--> statement-breakpoint
CREATE TABLE "sweeps" (
	"name" text PRIMARY KEY NOT NULL,
	"holder" text,
	"lease_until" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "workflow_cancellations" ADD COLUMN "terminate" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "sweep_debts_next" ON "sweep_debts" USING btree ("next_at");--> statement-breakpoint
CREATE INDEX "targets_comment_owed" ON "targets" USING btree ("updated_at") WHERE "targets"."status" = 'PUBLISHED' and "targets"."first_comment" is not null and "targets"."first_comment_external_id" is null and "targets"."first_comment_error" is null;