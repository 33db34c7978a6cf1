-- GET /Departamento?id__in=1,2,3&clave__in=["a,b","c"]&fields=clave
-- $1 = "7"
-- $2 = ["1","2","3"]
-- $3 = ["a,b","c"]
-- $4 = 25
-- $5 = 0
-- $6 = "7"
-- $7 = ["1","2","3"]
-- $8 = ["a,b","c"]
-- $9 = 25
-- $10 = 25
with p as materialized (select r."id", r."clave" from lectura."departamento" r where r."empresa_id" = $1::int8 and r."id" = any($2::int8[]) and r."clave" = any($3::text[]) order by r."id" limit $4 offset $5)
select coalesce(json_agg(row_to_json(x))::text, '[]') as records, (select count(*) from lectura."departamento" r where r."empresa_id" = $6::int8 and r."id" = any($7::int8[]) and r."clave" = any($8::text[])) as total,
  case when count(*) = $9 then json_build_array((array_agg(p."id"))[$10]::text) end as last
from (select * from p limit 25) p cross join lateral (select p."id" as "id", p."clave" as "clave") x
