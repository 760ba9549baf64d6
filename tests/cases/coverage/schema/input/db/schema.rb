ActiveRecord::Schema[7.1].define(version: 2024_05_01_000000) do
  create_table "orders", force: :cascade do |t|
    t.string "tenant_id", null: false
    t.string "idempotency_key", null: false
    t.string "item"
    t.index ["tenant_id", "idempotency_key"], name: "index_orders_once", unique: true
  end
end
