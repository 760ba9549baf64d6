# run_rails.rb DATABASE FOLDER up|down: runs the folder's migrations through Active Record itself.
require "active_record"
ActiveRecord::Base.establish_connection(adapter: "postgresql", database: ARGV[0])
ActiveRecord::Migration.verbose = false
context = ActiveRecord::MigrationContext.new(ARGV[1], ActiveRecord::SchemaMigration)
ARGV[2] == "up" ? context.up : context.down
