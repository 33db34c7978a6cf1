// Written by `npm run rows` from the dictionary; a test compares.

/** From where the actions of recursos-humanos and others move its documents to where. */
export const RECURSOS_HUMANOS_MOVES = {
  Incapacidad: [{ from: ['registrada'], to: 'cancelada', by: 'cancelar_incapacidad' }],
  MovimientoPersonal: [
    { from: ['solicitado', 'autorizado', 'aplicado'], to: 'cancelado', by: 'cancelar_movimiento' },
  ],
  SolicitudAusencia: [
    { from: ['solicitada'], to: 'autorizada', by: 'autorizar_ausencia' },
    { from: ['solicitada'], to: 'rechazada', by: 'rechazar_ausencia' },
    { from: ['solicitada', 'autorizada'], to: 'cancelada', by: 'cancelar_ausencia' },
  ],
  SolicitudVacaciones: [
    { from: ['solicitada'], to: 'autorizada', by: 'autorizar_vacaciones' },
    { from: ['solicitada'], to: 'rechazada', by: 'rechazar_vacaciones' },
    { from: ['solicitada', 'autorizada'], to: 'cancelada', by: 'cancelar_vacaciones' },
  ],
} as const
