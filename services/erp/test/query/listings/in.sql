-- GET /Departamento?id__in=1,2,3&clave__in=["a,b","c"]&fields=clave
-- $1 = "7"
-- $2 = ["1","2","3"]
-- $3 = ["a,b","c"]
-- $4 = 25
-- $5 = 0
-- $6 = "7"
-- $7 = ["1","2","3"]
-- $8 = ["a,b","c"]
-- $9 = 24
with p as materialized (select r."id", r."clave" from lectura."departamento" r where r."empresa_id" = $1::int8 and r."id" = any($2::int8[]) and r."clave" = any($3::text[]) order by r."id" limit $4 offset $5)
select coalesce((select json_agg(row_to_json(x))::text from (select p."id" as "id", p."clave" as "clave" from p) x), '[]') as records,
  (select count(*) from lectura."departamento" r where r."empresa_id" = $6::int8 and r."id" = any($7::int8[]) and r."clave" = any($8::text[])) as total,
  (select json_build_array(p."id"::text) from p offset $9 limit 1) as last
