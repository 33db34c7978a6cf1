-- GET /MovimientoBancario?fields=fecha,cuenta_bancaria,moneda&lean=true
-- $1 = "7"
-- $2 = 25
-- $3 = 0
-- $4 = "7"
-- $5 = 25
-- $6 = 25
with p as materialized (select r."id", r."fecha", r."cuenta_bancaria", r."moneda" from lectura."movimiento_bancario" r where r."empresa_id" = $1::int8 order by r."id" limit $2 offset $3)
select coalesce(json_agg(row_to_json(x))::text, '[]') as records, (select count(*) from lectura."movimiento_bancario" r where r."empresa_id" = $4::int8) as total,
  case when count(*) = $5 then json_build_array((array_agg(p."id"))[$6]::text) end as last
from (select * from p limit 25) p cross join lateral (select p."id" as "id", p."fecha" as "fecha", p."cuenta_bancaria" as "cuenta_bancaria", p."moneda" as "moneda") x
