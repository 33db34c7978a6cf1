// Written by `npm run rows` from the dictionary; a test compares.

/** The columns of each model's rows: a reference is the id, a decimal its digits. */
export interface InventarioRows {
  readonly AjusteInventario: {
    readonly id: string
    readonly folio: string
    readonly fecha: string
    readonly almacen: string
    readonly motivo: 'diferencia_conteo' | 'merma' | 'caducidad' | 'dano' | 'robo' | 'error_captura'
    readonly inventario: string | null
    readonly movimiento: string | null
    readonly importe: string
    readonly autorizado_por: string | null
    readonly comentario: string | null
    readonly estado: 'solicitado' | 'autorizado' | 'aplicado' | 'rechazado' | 'cancelado'
  }
  readonly AjusteInventarioPartida: {
    readonly id: string
    readonly ajuste: string
    readonly partida: number
    readonly articulo: string
    readonly lote: string | null
    readonly serie: string | null
    readonly ubicacion: string | null
    readonly cantidad: string
    readonly costo_unitario: string | null
    readonly importe: string | null
    readonly causa: string | null
  }
  readonly Almacen: {
    readonly id: string
    readonly clave: string
    readonly nombre: string
    readonly sucursal: string
    readonly tipo:
      | 'general'
      | 'materia_prima'
      | 'producto_terminado'
      | 'transito'
      | 'consigna'
      | 'cuarentena'
      | 'merma'
      | 'movil'
    readonly direccion: string | null
    readonly encargado: string | null
    readonly cuenta_contable: string | null
    readonly permite_negativos: boolean
    readonly usa_ubicaciones: boolean
    readonly activo: boolean
  }
  readonly Articulo: {
    readonly id: string
    readonly clave: string
    readonly descripcion: string
    readonly tipo:
      | 'producto'
      | 'materia_prima'
      | 'semiterminado'
      | 'consumible'
      | 'servicio'
      | 'refaccion'
      | 'kit'
    readonly familia: string | null
    readonly sub_familia: string | null
    readonly linea: string | null
    readonly marca: string | null
    readonly clave_prod_serv: string | null
    readonly unidad: string
    readonly unidad_compra: string | null
    readonly unidad_venta: string | null
    readonly objeto_impuesto: string | null
    readonly grupo_fiscal: string | null
    readonly categoria: string | null
    readonly metodo_costeo: string | null
    readonly control: 'ninguno' | 'lote' | 'serie'
    readonly codigo_barras: string | null
    readonly se_compra: boolean
    readonly se_vende: boolean
    readonly se_fabrica: boolean
    readonly se_inventaria: boolean
    readonly sobre_pedido: boolean
    readonly peso_kg: string | null
    readonly volumen_m3: string | null
    readonly costo_estandar: string | null
    readonly precio_base: string | null
    readonly tolerancia_recepcion: string | null
    readonly proveedor_preferente: string | null
    readonly estado: 'activo' | 'suspendido' | 'descontinuado' | 'baja'
  }
  readonly CierreInventario: {
    readonly id: string
    readonly periodo: string
    readonly almacen: string
    readonly fecha: string
    readonly importe_inventario: string
    readonly importe_contable: string
    readonly diferencia: string
    readonly cerrado_por: string | null
    readonly estado: 'abierto' | 'conciliado' | 'cerrado'
  }
  readonly ConceptoInventario: {
    readonly id: string
    readonly clave: string
    readonly nombre: string
    readonly naturaleza: 'entrada' | 'salida' | 'traspaso' | 'ajuste'
    readonly cuenta_contrapartida: string | null
    readonly afecta_costo: boolean
    readonly requiere_autorizacion: boolean
    readonly requiere_documento: boolean
    readonly activo: boolean
  }
  readonly InventarioFisico: {
    readonly id: string
    readonly folio: string
    readonly fecha: string
    readonly almacen: string
    readonly tipo: 'total' | 'ciclico' | 'zona' | 'sorpresa'
    readonly zona: string | null
    readonly responsable: string
    readonly fecha_congelado: string | null
    readonly conteos_requeridos: number | null
    readonly importe_diferencia: string | null
    readonly ajuste: string | null
    readonly estado: 'preparado' | 'en_conteo' | 'en_revision' | 'ajustado' | 'cancelado'
  }
  readonly InventarioFisicoPartida: {
    readonly id: string
    readonly inventario: string
    readonly partida: number
    readonly articulo: string
    readonly ubicacion: string | null
    readonly lote: string | null
    readonly cantidad_teorica: string
    readonly cantidad_contada: string | null
    readonly diferencia: string | null
    readonly costo_unitario: string | null
    readonly importe_diferencia: string | null
    readonly motivo: string | null
    readonly ajustada: boolean
  }
  readonly MermaInventario: {
    readonly id: string
    readonly folio: string
    readonly fecha: string
    readonly almacen: string
    readonly articulo: string
    readonly lote: string | null
    readonly serie: string | null
    readonly ubicacion: string | null
    readonly cantidad: string
    readonly importe: string
    readonly causa: 'caducidad' | 'rotura' | 'evaporacion' | 'robo' | 'proceso'
    readonly aviso_destruccion: string | null
    readonly movimiento: string | null
    readonly autorizado_por: string | null
    readonly estado: 'reportada' | 'autorizada' | 'aplicada' | 'rechazada' | 'cancelada'
  }
  readonly MovimientoInventario: {
    readonly id: string
    readonly folio: string
    readonly fecha: string
    readonly concepto: string
    readonly almacen: string
    readonly almacen_destino: string | null
    readonly referencia: string | null
    readonly recepcion: string | null
    readonly venta: string | null
    readonly orden: string | null
    readonly centro_costo: string | null
    readonly proyecto: string | null
    readonly responsable: string | null
    readonly importe: string | null
    readonly poliza: string | null
    readonly modelo: string | null
    readonly registro: string | null
    readonly movimiento_reversa: string | null
    readonly observaciones: string | null
    readonly estado: 'borrador' | 'aplicado' | 'cancelado'
  }
  readonly MovimientoInventarioPartida: {
    readonly id: string
    readonly movimiento: string
    readonly partida: number
    readonly articulo: string
    readonly lote: string | null
    readonly serie: string | null
    readonly ubicacion: string | null
    readonly ubicacion_destino: string | null
    readonly reserva: string | null
    readonly cantidad: string
    readonly unidad: string
    readonly costo_unitario: string | null
    readonly importe: string | null
    readonly cantidad_base: string | null
    readonly almacen_salida: string | null
    readonly valor_salida: string | null
    readonly almacen_entrada: string | null
    readonly valor_entrada: string | null
    readonly variacion: string | null
    readonly fecha_movimiento: string | null
  }
  readonly ReservaInventario: {
    readonly id: string
    readonly folio: string
    readonly fecha: string
    readonly articulo: string
    readonly almacen: string
    readonly lote: string | null
    readonly cantidad: string
    readonly cantidad_surtida: string
    readonly venta: string | null
    readonly orden: string | null
    readonly proyecto: string | null
    readonly vence: string | null
    readonly estado: 'vigente' | 'surtida' | 'liberada' | 'vencida'
  }
  readonly RevaluacionInventario: {
    readonly id: string
    readonly folio: string
    readonly fecha: string
    readonly motivo: 'costo_estandar' | 'valor_neto_realizacion' | 'error'
    readonly almacen: string | null
    readonly importe_anterior: string
    readonly importe_nuevo: string
    readonly diferencia: string
    readonly movimiento: string | null
    readonly poliza: string | null
    readonly autorizado_por: string | null
    readonly estado: 'borrador' | 'autorizada' | 'aplicada' | 'cancelada'
  }
  readonly RevaluacionInventarioPartida: {
    readonly id: string
    readonly revaluacion: string
    readonly partida: number
    readonly articulo: string
    readonly lote: string | null
    readonly cantidad: string
    readonly costo_anterior: string
    readonly costo_nuevo: string
    readonly importe: string
  }
  readonly SolicitudMaterial: {
    readonly id: string
    readonly folio: string
    readonly fecha: string
    readonly almacen: string
    readonly solicitante: string
    readonly departamento: string | null
    readonly centro_costo: string | null
    readonly proyecto: string | null
    readonly orden: string | null
    readonly fecha_requerida: string | null
    readonly autorizado_por: string | null
    readonly estado:
      | 'borrador'
      | 'solicitado'
      | 'autorizado'
      | 'surtido_parcial'
      | 'surtido'
      | 'rechazado'
      | 'cancelado'
  }
  readonly SolicitudMaterialPartida: {
    readonly id: string
    readonly solicitud: string
    readonly partida: number
    readonly articulo: string
    readonly cantidad_solicitada: string
    readonly cantidad_surtida: string
    readonly unidad: string
    readonly lote: string | null
    readonly ubicacion: string | null
    readonly cuenta_contable: string | null
    readonly importe: string | null
    readonly movimiento_partida: string | null
    readonly observaciones: string | null
  }
  readonly TraspasoAlmacen: {
    readonly id: string
    readonly folio: string
    readonly fecha: string
    readonly almacen_origen: string
    readonly almacen_destino: string
    readonly almacen_transito: string | null
    readonly solicitado_por: string
    readonly enviado: string | null
    readonly recibido: string | null
    readonly recibido_por: string | null
    readonly embarque: string | null
    readonly motivo: string | null
    readonly estado:
      | 'borrador'
      | 'autorizado'
      | 'en_transito'
      | 'recibido'
      | 'recibido_parcial'
      | 'cancelado'
  }
  readonly TraspasoAlmacenPartida: {
    readonly id: string
    readonly traspaso: string
    readonly partida: number
    readonly articulo: string
    readonly lote: string | null
    readonly serie: string | null
    readonly ubicacion: string | null
    readonly ubicacion_destino: string | null
    readonly cantidad_enviada: string
    readonly cantidad_recibida: string
    readonly diferencia: string | null
    readonly unidad: string
    readonly costo_unitario: string | null
    readonly importe_transito: string | null
    readonly motivo_diferencia: string | null
  }
}

/** The columns that a new row may leave out: those that may be empty, and those with a default. */
export interface InventarioOptional {
  readonly AjusteInventario:
    | 'inventario'
    | 'movimiento'
    | 'importe'
    | 'autorizado_por'
    | 'comentario'
    | 'estado'
  readonly AjusteInventarioPartida:
    | 'lote'
    | 'serie'
    | 'ubicacion'
    | 'costo_unitario'
    | 'importe'
    | 'causa'
  readonly Almacen:
    | 'direccion'
    | 'encargado'
    | 'cuenta_contable'
    | 'permite_negativos'
    | 'usa_ubicaciones'
    | 'activo'
  readonly Articulo:
    | 'tipo'
    | 'familia'
    | 'sub_familia'
    | 'linea'
    | 'marca'
    | 'clave_prod_serv'
    | 'unidad_compra'
    | 'unidad_venta'
    | 'objeto_impuesto'
    | 'grupo_fiscal'
    | 'categoria'
    | 'metodo_costeo'
    | 'control'
    | 'codigo_barras'
    | 'se_compra'
    | 'se_vende'
    | 'se_fabrica'
    | 'se_inventaria'
    | 'sobre_pedido'
    | 'peso_kg'
    | 'volumen_m3'
    | 'costo_estandar'
    | 'precio_base'
    | 'tolerancia_recepcion'
    | 'proveedor_preferente'
    | 'estado'
  readonly CierreInventario:
    | 'importe_inventario'
    | 'importe_contable'
    | 'diferencia'
    | 'cerrado_por'
    | 'estado'
  readonly ConceptoInventario:
    | 'cuenta_contrapartida'
    | 'afecta_costo'
    | 'requiere_autorizacion'
    | 'requiere_documento'
    | 'activo'
  readonly InventarioFisico:
    | 'zona'
    | 'fecha_congelado'
    | 'conteos_requeridos'
    | 'importe_diferencia'
    | 'ajuste'
    | 'estado'
  readonly InventarioFisicoPartida:
    | 'ubicacion'
    | 'lote'
    | 'cantidad_teorica'
    | 'cantidad_contada'
    | 'diferencia'
    | 'costo_unitario'
    | 'importe_diferencia'
    | 'motivo'
    | 'ajustada'
  readonly MermaInventario:
    | 'lote'
    | 'serie'
    | 'ubicacion'
    | 'importe'
    | 'aviso_destruccion'
    | 'movimiento'
    | 'autorizado_por'
    | 'estado'
  readonly MovimientoInventario:
    | 'almacen_destino'
    | 'referencia'
    | 'recepcion'
    | 'venta'
    | 'orden'
    | 'centro_costo'
    | 'proyecto'
    | 'responsable'
    | 'importe'
    | 'poliza'
    | 'modelo'
    | 'registro'
    | 'movimiento_reversa'
    | 'observaciones'
    | 'estado'
  readonly MovimientoInventarioPartida:
    | 'lote'
    | 'serie'
    | 'ubicacion'
    | 'ubicacion_destino'
    | 'reserva'
    | 'costo_unitario'
    | 'importe'
    | 'cantidad_base'
    | 'almacen_salida'
    | 'valor_salida'
    | 'almacen_entrada'
    | 'valor_entrada'
    | 'variacion'
    | 'fecha_movimiento'
  readonly ReservaInventario: 'lote' | 'venta' | 'orden' | 'proyecto' | 'vence' | 'estado'
  readonly RevaluacionInventario: 'almacen' | 'movimiento' | 'poliza' | 'autorizado_por' | 'estado'
  readonly RevaluacionInventarioPartida: 'lote'
  readonly SolicitudMaterial:
    | 'departamento'
    | 'centro_costo'
    | 'proyecto'
    | 'orden'
    | 'fecha_requerida'
    | 'autorizado_por'
    | 'estado'
  readonly SolicitudMaterialPartida:
    | 'cantidad_surtida'
    | 'lote'
    | 'ubicacion'
    | 'cuenta_contable'
    | 'importe'
    | 'movimiento_partida'
    | 'observaciones'
  readonly TraspasoAlmacen:
    | 'almacen_transito'
    | 'enviado'
    | 'recibido'
    | 'recibido_por'
    | 'embarque'
    | 'motivo'
    | 'estado'
  readonly TraspasoAlmacenPartida:
    | 'lote'
    | 'serie'
    | 'ubicacion'
    | 'ubicacion_destino'
    | 'cantidad_recibida'
    | 'diferencia'
    | 'costo_unitario'
    | 'importe_transito'
    | 'motivo_diferencia'
}

/** The models to which references point, where actions know their rows too. */
export interface InventarioReferences {
  readonly AjusteInventario: {
    readonly almacen: 'Almacen'
    readonly inventario: 'InventarioFisico'
    readonly movimiento: 'MovimientoInventario'
    readonly autorizado_por: 'Usuario'
  }
  readonly AjusteInventarioPartida: {
    readonly ajuste: 'AjusteInventario'
    readonly articulo: 'Articulo'
  }
  readonly Almacen: { readonly direccion: 'Direccion'; readonly encargado: 'Empleado' }
  readonly Articulo: { readonly proveedor_preferente: 'Proveedor' }
  readonly CierreInventario: {
    readonly periodo: 'PeriodoContable'
    readonly almacen: 'Almacen'
    readonly cerrado_por: 'Usuario'
  }
  readonly InventarioFisico: {
    readonly almacen: 'Almacen'
    readonly responsable: 'Empleado'
    readonly ajuste: 'MovimientoInventario'
  }
  readonly InventarioFisicoPartida: {
    readonly inventario: 'InventarioFisico'
    readonly articulo: 'Articulo'
  }
  readonly MermaInventario: {
    readonly almacen: 'Almacen'
    readonly articulo: 'Articulo'
    readonly movimiento: 'MovimientoInventario'
    readonly autorizado_por: 'Usuario'
  }
  readonly MovimientoInventario: {
    readonly concepto: 'ConceptoInventario'
    readonly almacen: 'Almacen'
    readonly almacen_destino: 'Almacen'
    readonly recepcion: 'RecepcionCompra'
    readonly venta: 'Venta'
    readonly responsable: 'Usuario'
    readonly poliza: 'Poliza'
    readonly modelo: 'ModeloSistema'
    readonly movimiento_reversa: 'MovimientoInventario'
  }
  readonly MovimientoInventarioPartida: {
    readonly movimiento: 'MovimientoInventario'
    readonly articulo: 'Articulo'
    readonly reserva: 'ReservaInventario'
    readonly almacen_salida: 'Almacen'
    readonly almacen_entrada: 'Almacen'
  }
  readonly ReservaInventario: {
    readonly articulo: 'Articulo'
    readonly almacen: 'Almacen'
    readonly venta: 'Venta'
  }
  readonly RevaluacionInventario: {
    readonly almacen: 'Almacen'
    readonly movimiento: 'MovimientoInventario'
    readonly poliza: 'Poliza'
    readonly autorizado_por: 'Usuario'
  }
  readonly RevaluacionInventarioPartida: {
    readonly revaluacion: 'RevaluacionInventario'
    readonly articulo: 'Articulo'
  }
  readonly SolicitudMaterial: {
    readonly almacen: 'Almacen'
    readonly solicitante: 'Usuario'
    readonly autorizado_por: 'Usuario'
  }
  readonly SolicitudMaterialPartida: {
    readonly solicitud: 'SolicitudMaterial'
    readonly articulo: 'Articulo'
    readonly movimiento_partida: 'MovimientoInventarioPartida'
  }
  readonly TraspasoAlmacen: {
    readonly almacen_origen: 'Almacen'
    readonly almacen_destino: 'Almacen'
    readonly almacen_transito: 'Almacen'
    readonly solicitado_por: 'Usuario'
    readonly recibido_por: 'Usuario'
  }
  readonly TraspasoAlmacenPartida: {
    readonly traspaso: 'TraspasoAlmacen'
    readonly articulo: 'Articulo'
  }
}
