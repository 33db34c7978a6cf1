-- GET /Departamento?format=csv&fields=clave,padre&sort=clave
-- $1 = "7"
-- $2 = "7"
select row_to_json(x)::text as record from (select r."id" as "id", r."clave" as "clave", r."padre" as "padre", (select concat_ws(' ', r_t."clave", r_t."nombre") from lectura."departamento" r_t where r_t."empresa_id" = $1::int8 and r_t."id" = r."padre") as "padre_str" from lectura."departamento" r
where r."empresa_id" = $2::int8 order by r."clave", r."id") x
