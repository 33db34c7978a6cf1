-- GET /Departamento?sort=padre&fields=clave&after=WyJwYWRyZSIsbnVsbCwiMTIiXQ
-- $1 = "7"
-- $2 = "12"
-- $3 = 25
-- $4 = 25
-- $5 = "7"
-- $6 = 25
-- $7 = 25
-- $8 = 25
with p as materialized (select * from ((select r."id", r."clave", r."padre" from lectura."departamento" r where r."empresa_id" = $1::int8 and r."padre" is null and r."id" > $2::int8 order by r."padre", r."id" limit $3)) r order by r."padre", r."id" limit $4)
select coalesce(json_agg(row_to_json(x))::text, '[]') as records, (select count(*) from lectura."departamento" r where r."empresa_id" = $5::int8) as total,
  case when count(*) = $6 then json_build_array((array_agg(p."padre"))[$7]::text, (array_agg(p."id"))[$8]::text) end as last
from (select * from p limit 25) p cross join lateral (select p."id" as "id", p."clave" as "clave") x
