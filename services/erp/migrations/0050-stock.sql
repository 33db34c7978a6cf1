-- One row of Existencia for each article, warehouse, location and lot: those that say the same become one, which has
-- their sums. The first start with this release; in a new database there is no such table yet.
do $$ begin
  if to_regclass('public.existencia') is not null then
    update public.existencia e set cantidad = d.cantidad, reservada = d.reservada, comprometida = d.comprometida,
      en_transito = d.en_transito, importe = d.importe,
      costo_promedio = case when d.cantidad = 0 then e.costo_promedio else round(d.importe / d.cantidad, 6) end,
      ultima_entrada = d.ultima_entrada, ultima_salida = d.ultima_salida, version = e.version + 1
    from (
      select empresa_id, min(id) as id, sum(cantidad) as cantidad, sum(reservada) as reservada,
        sum(comprometida) as comprometida, sum(en_transito) as en_transito, sum(importe) as importe,
        max(ultima_entrada) as ultima_entrada, max(ultima_salida) as ultima_salida
      from public.existencia group by empresa_id, articulo, almacen, ubicacion, lote having count(*) > 1) d
    where e.empresa_id = d.empresa_id and e.id = d.id;
    delete from public.existencia e where exists (
      select from public.existencia d where d.empresa_id = e.empresa_id and d.articulo = e.articulo
        and d.almacen = e.almacen and d.ubicacion is not distinct from e.ubicacion
        and d.lote is not distinct from e.lote and d.id < e.id);
    -- No value without quantity.
    update public.existencia set importe = 0 where cantidad = 0 and importe <> 0;
    -- Layers that people typed are worth nothing that anybody knows: what is there costs its average.
    update public.capa_costo set cantidad_disponible = 0, agotada = true where not agotada;
  end if;
end $$;
