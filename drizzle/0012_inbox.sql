CREATE TABLE "comment_calls" (
	"platform" text NOT NULL,
	"sandbox" boolean NOT NULL,
	"calls_at" timestamp (3) with time zone,
	"spent_until" timestamp (3) with time zone,
	CONSTRAINT "comment_calls_platform_sandbox_pk" PRIMARY KEY("platform","sandbox")
);
--> statement-breakpoint
CREATE TABLE "comment_feeds" (
	"social_account_id" text NOT NULL,
	"external_post_id" text NOT NULL,
	"workspace_id" text NOT NULL,
	"platform" text NOT NULL,
	"target_id" text,
	"published_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone,
	"claimed_until" timestamp (3) with time zone,
	"read_at" timestamp (3) with time zone,
	"read_fully_at" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"cursor" text,
	"reading_pages" integer DEFAULT 0 NOT NULL,
	"reading_until" timestamp (3) with time zone,
	"known_until" timestamp (3) with time zone,
	"whole_asked_at" timestamp (3) with time zone,
	"gone_since" timestamp (3) with time zone,
	"digest" text,
	CONSTRAINT "comment_feeds_social_account_id_external_post_id_pk" PRIMARY KEY("social_account_id","external_post_id")
);
--> statement-breakpoint
CREATE TABLE "comments" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"social_account_id" text NOT NULL,
	"platform" text NOT NULL,
	"post_id" text,
	"target_id" text,
	"external_post_id" text NOT NULL,
	"external_comment_id" text,
	"parent_external_id" text,
	"author_external_id" text,
	"author_handle" text,
	"author_name" text,
	"author_avatar_url" text,
	"text" text NOT NULL,
	"mine" boolean NOT NULL,
	"can_reply" boolean NOT NULL,
	"reference" jsonb,
	"external_url" text,
	"reply_post_id" text,
	"read_at" timestamp (3) with time zone,
	"posted_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"announce_since" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "reply_comment_id" text;--> statement-breakpoint
ALTER TABLE "targets" ADD COLUMN "reply_to" jsonb;--> statement-breakpoint
ALTER TABLE "social_accounts" ADD COLUMN "reads_comments" boolean;--> statement-breakpoint
ALTER TABLE "social_accounts" ADD COLUMN "comments_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "social_accounts" ADD COLUMN "comments_refreshed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "social_accounts" ADD COLUMN "comments_paused_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "social_accounts" ADD COLUMN "comments_calls_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "social_accounts" ADD COLUMN "push_version" integer;--> statement-breakpoint
ALTER TABLE "social_accounts" ADD COLUMN "paid_reads_month" text;--> statement-breakpoint
ALTER TABLE "social_accounts" ADD COLUMN "paid_reads" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "social_accounts" ADD COLUMN "purge_requested_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "social_account_id" text;--> statement-breakpoint
ALTER TABLE "comment_feeds" ADD CONSTRAINT "comment_feeds_social_account_id_social_accounts_id_fk" FOREIGN KEY ("social_account_id") REFERENCES "public"."social_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_feeds" ADD CONSTRAINT "comment_feeds_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_social_account_id_social_accounts_id_fk" FOREIGN KEY ("social_account_id") REFERENCES "public"."social_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_reply_post_id_posts_id_fk" FOREIGN KEY ("reply_post_id") REFERENCES "public"."posts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comment_feeds_due" ON "comment_feeds" USING btree ("due_at") WHERE "comment_feeds"."due_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "comments_external" ON "comments" USING btree ("social_account_id","external_comment_id") WHERE "comments"."external_comment_id" is not null;--> statement-breakpoint
CREATE INDEX "comments_workspace_posted" ON "comments" USING btree ("workspace_id","posted_at","id");--> statement-breakpoint
CREATE INDEX "comments_unread" ON "comments" USING btree ("workspace_id","posted_at","id") WHERE "comments"."read_at" is null and not "comments"."mine";--> statement-breakpoint
CREATE INDEX "comments_of_post" ON "comments" USING btree ("post_id","posted_at","id");--> statement-breakpoint
CREATE INDEX "comments_thread" ON "comments" USING btree ("social_account_id","external_post_id","posted_at","id");--> statement-breakpoint
CREATE INDEX "comments_answers" ON "comments" USING btree ("social_account_id","parent_external_id") WHERE "comments"."parent_external_id" is not null;--> statement-breakpoint
CREATE INDEX "comments_own_answers" ON "comments" USING btree ("social_account_id","parent_external_id","posted_at","id") WHERE "comments"."mine" and "comments"."parent_external_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "comments_reply_post" ON "comments" USING btree ("reply_post_id") WHERE "comments"."reply_post_id" is not null;--> statement-breakpoint
CREATE INDEX "comments_announce" ON "comments" USING btree ("announce_since","posted_at","id") WHERE "comments"."announce_since" is not null;--> statement-breakpoint
CREATE INDEX "connect_sessions_ended" ON "connect_sessions" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "targets_published" ON "targets" USING btree ("published_at") WHERE "targets"."published_at" is not null and "targets"."reply_to" is null;--> statement-breakpoint
CREATE INDEX "social_accounts_purge_owed" ON "social_accounts" USING btree ("purge_requested_at") WHERE "social_accounts"."purge_requested_at" is not null;--> statement-breakpoint
CREATE INDEX "webhook_events_account" ON "webhook_events" USING btree ("social_account_id") WHERE "webhook_events"."social_account_id" is not null;