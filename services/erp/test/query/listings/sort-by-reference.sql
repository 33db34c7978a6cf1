-- GET /Departamento?sort=centro_costo&order=desc&fields=clave
-- $1 = "7"
-- $2 = 25
-- $3 = 0
-- $4 = "7"
-- $5 = 24
with p as materialized (select r."id", r."clave", r."centro_costo" from lectura."departamento" r where r."empresa_id" = $1::int8 order by r."centro_costo" desc, r."id" desc limit $2 offset $3)
select coalesce((select json_agg(row_to_json(x))::text from (select p."id" as "id", p."clave" as "clave" from p) x), '[]') as records,
  (select count(*) from lectura."departamento" r where r."empresa_id" = $4::int8) as total,
  (select json_build_array(p."centro_costo"::text, p."id"::text) from p offset $5 limit 1) as last
