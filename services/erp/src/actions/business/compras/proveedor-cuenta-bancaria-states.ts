/** Its states stand in its YAML. */
export const PROVEEDOR_CUENTA_BANCARIA_STATES = 'ProveedorCuentaBancaria'
