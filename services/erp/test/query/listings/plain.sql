-- GET /Moneda?
-- $1 = 25
-- $2 = 0
-- $3 = 25
-- $4 = 25
with p as materialized (select r."id", r."clave", r."nombre", r."simbolo", r."codigo_numerico", r."decimales", r."porcentaje_variacion", r."activo" from "moneda" r where true order by r."id" limit $1 offset $2)
select coalesce(json_agg(row_to_json(x))::text, '[]') as records, (select count(*) from "moneda" r where true) as total,
  case when count(*) = $3 then json_build_array((array_agg(p."id"))[$4]::text) end as last
from (select * from p limit 25) p cross join lateral (select p."id" as "id", p."clave" as "clave", p."nombre" as "nombre", p."simbolo" as "simbolo", p."codigo_numerico" as "codigo_numerico", p."decimales" as "decimales", p."porcentaje_variacion" as "porcentaje_variacion", p."activo" as "activo") x
