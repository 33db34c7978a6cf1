import type { Actions } from '../actions/business/action.ts'
import { describeAction } from '../dictionary/action-description.ts'
import type { Model } from '../dictionary/types.ts'
import type { Tools } from '../http/context.ts'
import { sendData, sendRaw } from '../http/envelope.ts'
import { namesTag } from '../http/if-none-match.ts'
import { mayDo, type Rights } from '../identity/rights.ts'
import { contentTag } from '../query/content-tag.ts'
import { bumpPermissionVersion } from '../store/people/user-store.ts'
import type { View } from '../visibility/dictionary-views.ts'
import type { FieldVisibility } from '../visibility/field-visibility.ts'
import { empty, success } from './answers.ts'
import { endpoint } from './endpoint.ts'
import { inMenuOrder, moduleKind } from './menu-modules.ts'

/**
 * What the user may see or do, for menus and buttons, in the order of his menu. Models without any right are left out.
 * @source docs/contract/erp.md, Authentication endpoints
 * @source docs/decisions/0269-erp-console-frame.md
 */
export const permissions = endpoint({
  method: 'GET',
  path: '/api/v1/auth/permissions',
  auth: 'bearer',
  tag: 'session',
  summary: 'The modules, models and actions that the user may see or do',
  answers: {
    200: success({ type: 'object', required: ['modules'] }),
    304: empty('Unchanged.'),
  },
  failures: [],
  handle: async ({ tools, request, reply, caller }) => {
    const json = JSON.stringify({ modules: visibleModules(tools, caller.rights) })
    const etag = contentTag(json)
    reply.header('etag', etag).header('cache-control', 'private, no-cache')
    if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return sendRaw(reply, json)
  },
})

/** Makes the next request of this user, in any process, read his rights again. */
export const invalidatePermissions = endpoint({
  method: 'POST',
  path: '/api/v1/auth/permissions/invalidate',
  auth: 'bearer',
  tag: 'session',
  summary: 'Have the user’s permissions computed again',
  answers: { 200: success({ type: 'object' }) },
  failures: [],
  handle: async ({ tools, reply, caller }) => {
    await bumpPermissionVersion(tools.database, caller.empresa, caller.usuarioId)
    return sendData(reply, { invalidated: true })
  },
})

function visibleModules({ registry, actions, views }: Tools, rights: Rights) {
  const view = views.of(rights)
  const lines = new Set(
    [...registry.models.values()].flatMap((model) => model.lines.map((line) => line.model)),
  )
  const visible = registry.modules
    .map((module) => ({
      name: module.name,
      label: module.label,
      kind: moduleKind(module, registry, actions),
      models: module.models.flatMap((modelName) => {
        const model = registry.models.get(modelName)
        return model === undefined ? [] : visibleModel(model, { actions, rights, view, lines })
      }),
    }))
    .filter(({ models }) => models.length > 0)
  return inMenuOrder(visible, rights)
}

function visibleModel(
  model: Model,
  of: {
    readonly actions: Actions
    readonly rights: Rights
    readonly view: View
    readonly lines: ReadonlySet<string>
  },
) {
  const { actions, rights, view, lines } = of
  const fields = narrowedFields(view.visibilities(model))
  const allows = (operation: 'create' | 'update' | 'delete', right: string) =>
    model.operations.includes(operation) && mayDo(rights, model, right)
  const entry = {
    name: model.name,
    label: model.label,
    label_plural: model.labelPlural,
    level: model.level,
    // Lines are reached through their documents.
    menu: !lines.has(model.name),
    // What has a life of its own, not what documents refer to.
    document: model.states !== null || actions.actionsOf(model.name).length > 0,
    read: mayDo(rights, model, 'leer'),
    create: allows('create', 'crear'),
    update: allows('update', 'modificar'),
    delete: allows('delete', 'eliminar'),
    actions: actions
      .actionsOf(model.name)
      .filter(({ name }) => mayDo(rights, model, name))
      .map((action) => describeAction(action)),
    ...(fields === null ? {} : { fields }),
  }
  const isVisible =
    entry.read || entry.create || entry.update || entry.delete || entry.actions.length > 0
  return isVisible ? [entry] : []
}

/** The fields that a form leaves out, shows masked or shows read-only; null: the profiles mention none. */
function narrowedFields(visibilities: ReadonlyMap<string, FieldVisibility>) {
  if (visibilities.size === 0) return null
  const named = (is: (visibility: FieldVisibility) => boolean) =>
    [...visibilities].filter(([, visibility]) => is(visibility)).map(([name]) => name)
  return {
    hidden: named(({ sees }) => sees === 'nothing'),
    masked: named(({ sees }) => sees === 'mask'),
    read_only: named(({ sees, mayWrite }) => sees !== 'nothing' && !mayWrite),
  }
}
