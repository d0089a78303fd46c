CREATE TABLE "comment_assignments" (
	"comment_id" text PRIMARY KEY NOT NULL,
	"member_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "comment_notes" (
	"id" text PRIMARY KEY NOT NULL,
	"comment_id" text NOT NULL,
	"author_user_id" text,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "comment_assignments" ADD CONSTRAINT "comment_assignments_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_assignments" ADD CONSTRAINT "comment_assignments_member_id_memberships_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."memberships"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_notes" ADD CONSTRAINT "comment_notes_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_notes" ADD CONSTRAINT "comment_notes_author_user_id_users_id_fk" FOREIGN KEY ("author_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comment_assignments_member" ON "comment_assignments" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "comment_notes_of_comment" ON "comment_notes" USING btree ("comment_id","created_at","id");--> statement-breakpoint
CREATE INDEX "comment_notes_author" ON "comment_notes" USING btree ("author_user_id");