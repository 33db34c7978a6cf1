-- GET /MovimientoBancario?sort=-fecha,folio&fields=folio&after=WyItZmVjaGEsZm9saW8iLCIyMDI2LTAxLTMxIiwiTUItOSIsIjEyIl0
-- $1 = "7"
-- $2 = "2026-01-31"
-- $3 = 25
-- $4 = "7"
-- $5 = "2026-01-31"
-- $6 = "MB-9"
-- $7 = 25
-- $8 = "7"
-- $9 = "2026-01-31"
-- $10 = "MB-9"
-- $11 = "12"
-- $12 = 25
-- $13 = 25
-- $14 = "7"
-- $15 = 25
-- $16 = 25
-- $17 = 25
-- $18 = 25
with p as materialized (select * from ((select r."id", r."folio", r."fecha" from lectura."movimiento_bancario" r where r."empresa_id" = $1::int8 and r."fecha" < $2::date order by r."fecha" desc, r."folio", r."id" limit $3) union all (select r."id", r."folio", r."fecha" from lectura."movimiento_bancario" r where r."empresa_id" = $4::int8 and r."fecha" = $5::date and r."folio" > $6::text order by r."fecha" desc, r."folio", r."id" limit $7) union all (select r."id", r."folio", r."fecha" from lectura."movimiento_bancario" r where r."empresa_id" = $8::int8 and r."fecha" = $9::date and r."folio" = $10::text and r."id" > $11::int8 order by r."fecha" desc, r."folio", r."id" limit $12)) r order by r."fecha" desc, r."folio", r."id" limit $13)
select coalesce(json_agg(row_to_json(x))::text, '[]') as records, (select count(*) from lectura."movimiento_bancario" r where r."empresa_id" = $14::int8) as total,
  case when count(*) = $15 then json_build_array((array_agg(p."fecha"))[$16]::text, (array_agg(p."folio"))[$17]::text, (array_agg(p."id"))[$18]::text) end as last
from (select * from p limit 25) p cross join lateral (select p."id" as "id", p."folio" as "folio") x
