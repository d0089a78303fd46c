CREATE TABLE "metric_feeds" (
	"target_id" text PRIMARY KEY NOT NULL,
	"post_id" text NOT NULL,
	"workspace_id" text NOT NULL,
	"social_account_id" text NOT NULL,
	"platform" text NOT NULL,
	"external_post_id" text NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone,
	"claimed_until" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"permission_missing" boolean DEFAULT false NOT NULL,
	"unchanged" integer DEFAULT 0 NOT NULL,
	"measured_at" timestamp (3) with time zone,
	"changed_at" timestamp (3) with time zone,
	"values" jsonb,
	"native" jsonb,
	"announced_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "metric_snapshots" (
	"target_id" text NOT NULL,
	"measured_at" timestamp (3) with time zone NOT NULL,
	"values" jsonb NOT NULL,
	"native" jsonb NOT NULL,
	CONSTRAINT "metric_snapshots_target_id_measured_at_pk" PRIMARY KEY("target_id","measured_at")
);
--> statement-breakpoint
ALTER TABLE "social_accounts" ADD COLUMN "reads_metrics" boolean;--> statement-breakpoint
ALTER TABLE "social_accounts" ADD COLUMN "metrics_refreshed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "metric_feeds" ADD CONSTRAINT "metric_feeds_target_id_targets_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."targets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "metric_feeds" ADD CONSTRAINT "metric_feeds_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "metric_feeds" ADD CONSTRAINT "metric_feeds_social_account_id_social_accounts_id_fk" FOREIGN KEY ("social_account_id") REFERENCES "public"."social_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "metric_snapshots" ADD CONSTRAINT "metric_snapshots_target_id_targets_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."targets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "metric_feeds_due" ON "metric_feeds" USING btree ("due_at") WHERE "metric_feeds"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "metric_feeds_post" ON "metric_feeds" USING btree ("post_id");--> statement-breakpoint
CREATE INDEX "metric_feeds_account" ON "metric_feeds" USING btree ("social_account_id","published_at");--> statement-breakpoint
CREATE INDEX "metric_feeds_changed" ON "metric_feeds" USING btree ("workspace_id","changed_at","target_id") WHERE "metric_feeds"."changed_at" is not null;--> statement-breakpoint
CREATE INDEX "metric_snapshots_measured" ON "metric_snapshots" USING btree ("measured_at");