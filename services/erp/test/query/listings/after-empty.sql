-- GET /Departamento?sort=padre&fields=clave&after=WyJwYWRyZSIsbnVsbCwiMTIiXQ
-- $1 = "7"
-- $2 = "12"
-- $3 = 25
-- $4 = 25
-- $5 = "7"
-- $6 = 24
with p as materialized (select * from ((select r."id", r."clave", r."padre" from lectura."departamento" r where r."empresa_id" = $1::int8 and r."padre" is null and r."id" > $2::int8 order by r."padre", r."id" limit $3)) r order by r."padre", r."id" limit $4)
select coalesce((select json_agg(row_to_json(x))::text from (select p."id" as "id", p."clave" as "clave" from p) x), '[]') as records,
  (select count(*) from lectura."departamento" r where r."empresa_id" = $5::int8) as total,
  (select json_build_array(p."padre"::text, p."id"::text) from p offset $6 limit 1) as last
