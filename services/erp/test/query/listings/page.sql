-- GET /Departamento?page=3&per_page=10&fields=clave
-- $1 = "7"
-- $2 = 10
-- $3 = 20
-- $4 = "7"
-- $5 = 10
-- $6 = 10
with p as materialized (select r."id", r."clave" from lectura."departamento" r where r."empresa_id" = $1::int8 order by r."id" limit $2 offset $3)
select coalesce(json_agg(row_to_json(x))::text, '[]') as records, (select count(*) from lectura."departamento" r where r."empresa_id" = $4::int8) as total,
  case when count(*) = $5 then json_build_array((array_agg(p."id"))[$6]::text) end as last
from (select * from p limit 10) p cross join lateral (select p."id" as "id", p."clave" as "clave") x
