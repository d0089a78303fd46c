CREATE INDEX "api_keys_revoked" ON "api_keys" USING btree ("revoked_at") WHERE "api_keys"."revoked_at" is not null;--> statement-breakpoint
CREATE INDEX "comment_feeds_idle" ON "comment_feeds" USING btree ("published_at") WHERE "comment_feeds"."due_at" is null;--> statement-breakpoint
CREATE INDEX "comments_created" ON "comments" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "invitations_expires" ON "invitations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "client_references_created" ON "client_references" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "posts_deleted" ON "posts" USING btree ("deleted_at") WHERE "posts"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "posts_ended" ON "posts" USING btree ("created_at") WHERE "posts"."status" in ('PUBLISHED', 'PARTIALLY_PUBLISHED', 'FAILED', 'CANCELED') and "posts"."deleted_at" is null and "posts"."reply_comment_id" is null;--> statement-breakpoint
CREATE INDEX "one_time_sign_ins_expires" ON "one_time_sign_ins" USING btree ("expires_at");