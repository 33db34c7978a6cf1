-- GET /Departamento?
-- $1 = "7"
-- $2 = 25
-- $3 = 0
-- $4 = "7"
-- $5 = 25
-- $6 = 25
-- $7 = "7"
-- $8 = "7"
-- $9 = "7"
-- $10 = "7"
with p as materialized (select r."id", r."clave", r."nombre", r."padre", r."responsable", r."centro_costo", r."sucursal", r."plantilla_autorizada", r."activo", r."creado_en", r."modificado_en", r."version" from lectura."departamento" r where r."empresa_id" = $1::int8 order by r."id" limit $2 offset $3)
select coalesce(json_agg(row_to_json(x))::text, '[]') as records, (select count(*) from lectura."departamento" r where r."empresa_id" = $4::int8) as total,
  case when count(*) = $5 then json_build_array((array_agg(p."id"))[$6]::text) end as last
from (select * from p limit 25) p left join lateral (select concat_ws(' ', p_t."clave", p_t."nombre") from lectura."departamento" p_t where p_t."empresa_id" = $7::int8 and p_t."id" = p."padre" offset 0) s0_(str) on true left join lateral (select concat_ws(' ', p_t."nombre", p_t."apellidos") from lectura."asociado" p_t where p_t."empresa_id" = $8::int8 and p_t."id" = p."responsable" offset 0) s1_(str) on true left join lateral (select concat_ws(' ', p_t."clave", p_t."nombre") from lectura."centro_costo" p_t where p_t."empresa_id" = $9::int8 and p_t."id" = p."centro_costo" offset 0) s2_(str) on true left join lateral (select concat_ws(' ', p_t."clave", p_t."nombre") from lectura."sucursal" p_t where p_t."empresa_id" = $10::int8 and p_t."id" = p."sucursal" offset 0) s3_(str) on true cross join lateral (select p."id" as "id", p."clave" as "clave", p."nombre" as "nombre", p."padre" as "padre", s0_.str as "padre_str", p."responsable" as "responsable", s1_.str as "responsable_str", p."centro_costo" as "centro_costo", s2_.str as "centro_costo_str", p."sucursal" as "sucursal", s3_.str as "sucursal_str", p."plantilla_autorizada" as "plantilla_autorizada", p."activo" as "activo", to_char(p."creado_en" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "creado_en", to_char(p."modificado_en" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "modificado_en", p."version" as "version") x
