ALTER TABLE "workspaces" ADD COLUMN "created_by_user_id" text;--> statement-breakpoint
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_created_by_user_id_users_id_fk" FOREIGN KEY ("created_by_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "workspaces_creator" ON "workspaces" USING btree ("created_by_user_id");--> statement-breakpoint
-- Who created earlier workspaces was not written down: the first of their owners counts.
UPDATE "workspaces" SET "created_by_user_id" = (
	SELECT "user_id" FROM "memberships"
	WHERE "workspace_id" = "workspaces"."id" AND "role" = 'OWNER'
	ORDER BY "created_at", "id" LIMIT 1
);
