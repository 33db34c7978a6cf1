/** Where the simulator has the SAT's service of states, and the folder of its certificates. */
export const STATUS_PATH = '/ConsultaCFDIService.svc'
export const CERTIFICATES_PATH = '/rccf'
