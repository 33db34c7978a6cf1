-- GET /Cliente?razon_social__like=%25S.A.&nombre_comercial__like=niño&fields=clave
-- $1 = "7"
-- $2 = "%S.A."
-- $3 = "%niño%"
-- $4 = 25
-- $5 = 0
-- $6 = "7"
-- $7 = "%S.A."
-- $8 = "%niño%"
-- $9 = 24
with p as materialized (select r."id", r."clave" from lectura."cliente" r where r."empresa_id" = $1::int8 and oficina.sin_acentos(r."razon_social") like oficina.sin_acentos($2) and oficina.sin_acentos(r."nombre_comercial") like oficina.sin_acentos($3) order by r."id" limit $4 offset $5)
select coalesce((select json_agg(row_to_json(x))::text from (select p."id" as "id", p."clave" as "clave" from p) x), '[]') as records,
  (select count(*) from lectura."cliente" r where r."empresa_id" = $6::int8 and oficina.sin_acentos(r."razon_social") like oficina.sin_acentos($7) and oficina.sin_acentos(r."nombre_comercial") like oficina.sin_acentos($8)) as total,
  (select json_build_array(p."id"::text) from p offset $9 limit 1) as last
