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
-- $15 = 24
with p as materialized (select * from ((select r."id", r."folio", r."fecha" from lectura."movimiento_bancario" r where r."empresa_id" = $1::int8 and r."fecha" < $2::date order by r."fecha" desc, r."folio", r."id" limit $3) union all (select r."id", r."folio", r."fecha" from lectura."movimiento_bancario" r where r."empresa_id" = $4::int8 and r."fecha" = $5::date and r."folio" > $6::text order by r."fecha" desc, r."folio", r."id" limit $7) union all (select r."id", r."folio", r."fecha" from lectura."movimiento_bancario" r where r."empresa_id" = $8::int8 and r."fecha" = $9::date and r."folio" = $10::text and r."id" > $11::int8 order by r."fecha" desc, r."folio", r."id" limit $12)) r order by r."fecha" desc, r."folio", r."id" limit $13)
select coalesce((select json_agg(row_to_json(x))::text from (select p."id" as "id", p."folio" as "folio" from p) x), '[]') as records,
  (select count(*) from lectura."movimiento_bancario" r where r."empresa_id" = $14::int8) as total,
  (select json_build_array(p."fecha"::text, p."folio"::text, p."id"::text) from p offset $15 limit 1) as last
