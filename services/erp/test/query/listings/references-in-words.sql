-- GET /MovimientoBancario?fields=fecha,cuenta_bancaria,moneda
-- $1 = "7"
-- $2 = 25
-- $3 = 0
-- $4 = "7"
-- $5 = 25
-- $6 = 25
-- $7 = "7"
with p as materialized (select r."id", r."fecha", r."cuenta_bancaria", r."moneda" from lectura."movimiento_bancario" r where r."empresa_id" = $1::int8 order by r."id" limit $2 offset $3)
select coalesce(json_agg(row_to_json(x))::text, '[]') as records, (select count(*) from lectura."movimiento_bancario" r where r."empresa_id" = $4::int8) as total,
  case when count(*) = $5 then json_build_array((array_agg(p."id"))[$6]::text) end as last
from (select * from p limit 25) p left join lateral (select concat_ws(' ', p_t."clave", p_t."nombre") from lectura."cuenta_bancaria" p_t where p_t."empresa_id" = $7::int8 and p_t."id" = p."cuenta_bancaria" offset 0) s0_(str) on true left join lateral (select concat_ws(' ', p_t."clave", p_t."nombre") from "moneda" p_t where p_t."id" = p."moneda" offset 0) s1_(str) on true cross join lateral (select p."id" as "id", p."fecha" as "fecha", p."cuenta_bancaria" as "cuenta_bancaria", s0_.str as "cuenta_bancaria_str", p."moneda" as "moneda", s1_.str as "moneda_str") x
