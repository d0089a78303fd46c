CREATE TABLE "change_attempts" (
	"id" text PRIMARY KEY NOT NULL,
	"change_id" text NOT NULL,
	"publication_id" text NOT NULL,
	"number" integer NOT NULL,
	"workflow_id" text NOT NULL,
	"account_identity" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"outcome" text,
	"finished_at" timestamp (3) with time zone,
	"error_code" text,
	"error_message" text,
	"external_id" text
);
--> statement-breakpoint
CREATE TABLE "changes" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"post_id" text NOT NULL,
	"publication_id" text NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"text" text,
	"title" text,
	"requested_by_user_id" text NOT NULL,
	"requested_via_api" boolean NOT NULL,
	"runs" integer DEFAULT 0 NOT NULL,
	"run_id" text,
	"run_since" timestamp (3) with time zone,
	"position" jsonb,
	"attempt_count" integer DEFAULT 0 NOT NULL,
	"error_code" text,
	"error_message" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "publications" ADD COLUMN "taken_down_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "change_attempts" ADD CONSTRAINT "change_attempts_change_id_changes_id_fk" FOREIGN KEY ("change_id") REFERENCES "public"."changes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_attempts" ADD CONSTRAINT "change_attempts_publication_id_publications_id_fk" FOREIGN KEY ("publication_id") REFERENCES "public"."publications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "changes" ADD CONSTRAINT "changes_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "changes" ADD CONSTRAINT "changes_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "changes" ADD CONSTRAINT "changes_publication_id_publications_id_fk" FOREIGN KEY ("publication_id") REFERENCES "public"."publications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "changes" ADD CONSTRAINT "changes_requested_by_user_id_users_id_fk" FOREIGN KEY ("requested_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "change_attempts_number" ON "change_attempts" USING btree ("change_id","number");--> statement-breakpoint
CREATE INDEX "change_attempts_publication" ON "change_attempts" USING btree ("publication_id");--> statement-breakpoint
CREATE INDEX "change_attempts_finished" ON "change_attempts" USING btree ("account_identity","finished_at") WHERE "change_attempts"."external_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "changes_open" ON "changes" USING btree ("publication_id") WHERE "changes"."status" in ('NEEDS_APPROVAL', 'REQUESTED', 'RUNNING');--> statement-breakpoint
CREATE INDEX "changes_post" ON "changes" USING btree ("post_id","created_at");--> statement-breakpoint
CREATE INDEX "changes_publication" ON "changes" USING btree ("publication_id");--> statement-breakpoint
CREATE INDEX "changes_run" ON "changes" USING btree ("run_since") WHERE "changes"."run_id" is not null;