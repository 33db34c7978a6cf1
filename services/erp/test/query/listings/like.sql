-- GET /Cliente?razon_social__like=%25S.A.&nombre_comercial__like=niño&fields=clave
-- $1 = "7"
-- $2 = "%S.A."
-- $3 = "%niño%"
-- $4 = 25
-- $5 = 0
-- $6 = "7"
-- $7 = "%S.A."
-- $8 = "%niño%"
-- $9 = 25
-- $10 = 25
with p as materialized (select r."id", r."clave" from lectura."cliente" r where r."empresa_id" = $1::int8 and oficina.sin_acentos(r."razon_social") like oficina.sin_acentos($2) and oficina.sin_acentos(r."nombre_comercial") like oficina.sin_acentos($3) order by r."id" limit $4 offset $5)
select coalesce(json_agg(row_to_json(x))::text, '[]') as records, (select count(*) from lectura."cliente" r where r."empresa_id" = $6::int8 and oficina.sin_acentos(r."razon_social") like oficina.sin_acentos($7) and oficina.sin_acentos(r."nombre_comercial") like oficina.sin_acentos($8)) as total,
  case when count(*) = $9 then json_build_array((array_agg(p."id"))[$10]::text) end as last
from (select * from p limit 25) p cross join lateral (select p."id" as "id", p."clave" as "clave") x
