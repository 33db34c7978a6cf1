import { required } from '@oficina/api/parameter.ts'

import { objectOf, TEXT } from '../../../wire/shape.ts'
import { endpoint } from '../../api/endpoint.ts'
import { text } from '../../api/kinds.ts'
import { runSlashCommand } from '../actions/slash-commands.ts'

export const postZcommand = endpoint({
  method: 'POST',
  path: '/zcommand',
  summary: 'Run a slash command',
  parameters: { command: required(text({ maxLength: 100 })) },
  answer: objectOf({ msg: TEXT }),
  auth: 'human',
  handle: ({ tools, caller, values }) => runSlashCommand(tools, caller, values.command),
})
