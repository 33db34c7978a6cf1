-- GET /Departamento?
-- $1 = "7"
-- $2 = 25
-- $3 = 0
-- $4 = "7"
-- $5 = "7"
-- $6 = "7"
-- $7 = "7"
-- $8 = "7"
-- $9 = 24
with p as materialized (select r."id", r."clave", r."nombre", r."padre", r."responsable", r."centro_costo", r."sucursal", r."plantilla_autorizada", r."activo", r."creado_en", r."modificado_en", r."version" from lectura."departamento" r where r."empresa_id" = $1::int8 order by r."id" limit $2 offset $3)
select coalesce((select json_agg(row_to_json(x))::text from (select p."id" as "id", p."clave" as "clave", p."nombre" as "nombre", p."padre" as "padre", (select concat_ws(' ', p_t."clave", p_t."nombre") from lectura."departamento" p_t where p_t."empresa_id" = $4::int8 and p_t."id" = p."padre") as "padre_str", p."responsable" as "responsable", (select concat_ws(' ', p_t."nombre", p_t."apellidos") from lectura."asociado" p_t where p_t."empresa_id" = $5::int8 and p_t."id" = p."responsable") as "responsable_str", p."centro_costo" as "centro_costo", (select concat_ws(' ', p_t."clave", p_t."nombre") from lectura."centro_costo" p_t where p_t."empresa_id" = $6::int8 and p_t."id" = p."centro_costo") as "centro_costo_str", p."sucursal" as "sucursal", (select concat_ws(' ', p_t."clave", p_t."nombre") from lectura."sucursal" p_t where p_t."empresa_id" = $7::int8 and p_t."id" = p."sucursal") as "sucursal_str", p."plantilla_autorizada" as "plantilla_autorizada", p."activo" as "activo", to_char(p."creado_en" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "creado_en", to_char(p."modificado_en" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "modificado_en", p."version" as "version" from p) x), '[]') as records,
  (select count(*) from lectura."departamento" r where r."empresa_id" = $8::int8) as total,
  (select json_build_array(p."id"::text) from p offset $9 limit 1) as last
