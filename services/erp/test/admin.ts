/** The administrator of the first company of every test. */
export const ADMIN = { usuario: 'admin', password: 'correcto-caballo' }
