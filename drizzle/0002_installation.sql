CREATE TABLE "installation" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"id" text NOT NULL,
	"task_queue" text NOT NULL,
	"storage_mark" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "installation_is_only" CHECK ("installation"."is_only")
);
--> statement-breakpoint
-- An installation that has already run keeps the plain name, under which its runs wait at Temporal. Its id is derived
-- from its oldest user, so that a restored dump from before this migration gets the id that Temporal knows.
INSERT INTO "installation" ("id", "task_queue")
SELECT "made"."id", CASE WHEN EXISTS (SELECT FROM "users") OR EXISTS (SELECT FROM "sweeps") THEN 'punctual' ELSE 'punctual-' || "made"."id" END
FROM (SELECT 'ins_' || left(coalesce(
	(SELECT encode(sha256(convert_to("id", 'UTF8')), 'hex') FROM "users" ORDER BY "created_at", "id" LIMIT 1),
	(SELECT encode(sha256(convert_to("id", 'UTF8')), 'hex') FROM "workspaces" ORDER BY "created_at", "id" LIMIT 1),
	replace(gen_random_uuid()::text, '-', '')
), 24) AS "id") AS "made";
