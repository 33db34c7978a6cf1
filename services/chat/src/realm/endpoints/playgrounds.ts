import { required } from '@oficina/api/parameter.ts'

import { INTEGER, objectOf } from '../../../wire/shape.ts'
import { endpoint } from '../../api/endpoint.ts'
import { text } from '../../api/kinds.ts'
import { numberInPath } from '../../api/path-parameters.ts'
import { addPlayground, dropPlayground } from '../actions/playgrounds.ts'

const SHORT = text({ isStripped: true, isRequired: true, maxLength: 40 })

export const postPlayground = endpoint({
  method: 'POST',
  path: '/realm/playgrounds',
  summary: 'Add a place where code of a language can be run',
  parameters: {
    name: required(text({ isStripped: true, isRequired: true, maxLength: 1000 })),
    pygments_language: required(SHORT),
    url_template: required(text({ isStripped: true, isRequired: true, maxLength: 2000 })),
  },
  answer: objectOf({ id: INTEGER }),
  handle: async ({ tools, caller, values }) => ({ id: await addPlayground(tools, caller, values) }),
})

export const deletePlayground = endpoint({
  method: 'DELETE',
  path: '/realm/playgrounds/:playground_id',
  summary: 'Remove a place where code can be run',
  named: { playground_id: numberInPath('The playground.') },
  parameters: {},
  handle: ({ tools, caller, values }) => dropPlayground(tools, caller, values.playground_id),
})
