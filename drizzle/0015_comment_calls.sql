CREATE TABLE "comment_calls" (
	"platform" text NOT NULL,
	"sandbox" boolean NOT NULL,
	"calls_at" timestamp (3) with time zone,
	"spent_until" timestamp (3) with time zone,
	CONSTRAINT "comment_calls_platform_sandbox_pk" PRIMARY KEY("platform","sandbox")
);
--> statement-breakpoint
ALTER TABLE "social_accounts" ADD COLUMN "comments_calls_at" timestamp (3) with time zone;
