-- GET /MovimientoBancario?importe__gt=10.50&importe__lte=99&fecha__gte=2026-01-01&fecha__lt=2026-02-01&tipo=deposito&conciliado=true&fields=folio
-- $1 = "7"
-- $2 = "10.50"
-- $3 = "99"
-- $4 = "2026-01-01"
-- $5 = "2026-02-01"
-- $6 = "deposito"
-- $7 = true
-- $8 = 25
-- $9 = 0
-- $10 = "7"
-- $11 = "10.50"
-- $12 = "99"
-- $13 = "2026-01-01"
-- $14 = "2026-02-01"
-- $15 = "deposito"
-- $16 = true
-- $17 = 25
-- $18 = 25
with p as materialized (select r."id", r."folio" from lectura."movimiento_bancario" r where r."empresa_id" = $1::int8 and r."importe" > $2::numeric and r."importe" <= $3::numeric and r."fecha" >= $4::date and r."fecha" < $5::date and r."tipo" = $6::text and r."conciliado" = $7::boolean order by r."id" limit $8 offset $9)
select coalesce(json_agg(row_to_json(x))::text, '[]') as records, (select count(*) from lectura."movimiento_bancario" r where r."empresa_id" = $10::int8 and r."importe" > $11::numeric and r."importe" <= $12::numeric and r."fecha" >= $13::date and r."fecha" < $14::date and r."tipo" = $15::text and r."conciliado" = $16::boolean) as total,
  case when count(*) = $17 then json_build_array((array_agg(p."id"))[$18]::text) end as last
from (select * from p limit 25) p cross join lateral (select p."id" as "id", p."folio" as "folio") x
