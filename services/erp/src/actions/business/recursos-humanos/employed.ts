import type { Move } from '../../../dictionary/states.ts'

/** Of what an action works with that leaves an employee in the state in which he is: whoever has not left. */
export function staying(action: string): {
  readonly model: 'Empleado'
  readonly moves: readonly Move[]
} {
  return {
    model: 'Empleado',
    moves: ['activo', 'suspendido'].map((state) => ({ by: action, from: [state], to: state })),
  }
}
