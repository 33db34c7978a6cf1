-- GET /Cliente?q=acme 50%25&fields=clave
-- $1 = "7"
-- $2 = "%acme%"
-- $3 = "%acme%"
-- $4 = "%acme%"
-- $5 = "%acme%"
-- $6 = "%50\\%%"
-- $7 = "%50\\%%"
-- $8 = "%50\\%%"
-- $9 = "%50\\%%"
-- $10 = 25
-- $11 = 0
-- $12 = "7"
-- $13 = 25
-- $14 = 25
with m as materialized (select r."id" from lectura."cliente" r where r."empresa_id" = $1::int8 and (oficina.sin_acentos(r."clave") like oficina.sin_acentos($2) or oficina.sin_acentos(r."razon_social") like oficina.sin_acentos($3) or oficina.sin_acentos(r."nombre_comercial") like oficina.sin_acentos($4) or oficina.sin_acentos(r."rfc") like oficina.sin_acentos($5)) and (oficina.sin_acentos(r."clave") like oficina.sin_acentos($6) or oficina.sin_acentos(r."razon_social") like oficina.sin_acentos($7) or oficina.sin_acentos(r."nombre_comercial") like oficina.sin_acentos($8) or oficina.sin_acentos(r."rfc") like oficina.sin_acentos($9))),
p as materialized (select r.* from (select m.id from m order by m."id" limit $10 offset $11) k
cross join lateral (select r."id", r."clave" from lectura."cliente" r where r."empresa_id" = $12::int8 and r."id" = k.id offset 0) r)
select coalesce(json_agg(row_to_json(x))::text, '[]') as records, (select count(*) from m) as total,
  case when count(*) = $13 then json_build_array((array_agg(p."id"))[$14]::text) end as last
from (select * from p limit 25) p cross join lateral (select p."id" as "id", p."clave" as "clave") x
