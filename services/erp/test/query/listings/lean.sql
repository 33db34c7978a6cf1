-- GET /MovimientoBancario?fields=fecha,cuenta_bancaria,moneda&lean=true
-- $1 = "7"
-- $2 = 25
-- $3 = 0
-- $4 = "7"
-- $5 = 24
with p as materialized (select r."id", r."fecha", r."cuenta_bancaria", r."moneda" from lectura."movimiento_bancario" r where r."empresa_id" = $1::int8 order by r."id" limit $2 offset $3)
select coalesce((select json_agg(row_to_json(x))::text from (select p."id" as "id", p."fecha" as "fecha", p."cuenta_bancaria" as "cuenta_bancaria", p."moneda" as "moneda" from p) x), '[]') as records,
  (select count(*) from lectura."movimiento_bancario" r where r."empresa_id" = $4::int8) as total,
  (select json_build_array(p."id"::text) from p offset $5 limit 1) as last
