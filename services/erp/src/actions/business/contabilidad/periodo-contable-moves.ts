// What was withheld or paid is told whether its month is closed or not.
const TOLD = ['calcular_diot', 'acreditar_iva_retenido', 'cancelar_acreditacion']

/** What actions do to periods; between the states but `cerrado` a hand moves them. */
export const PERIODO_CONTABLE_MOVES = {
  model: 'PeriodoContable' as const,
  moves: [
    { from: ['abierto', 'bloqueado'], to: 'cerrado', by: 'cerrar_periodo' },
    { from: ['cerrado'], to: 'abierto', by: 'reabrir_periodo' },
    ...TOLD.map((by) => ({ from: ['abierto', 'bloqueado', 'cerrado'], to: 'cerrado', by })),
  ],
}
