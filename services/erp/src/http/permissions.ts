import { mayDo, type Rights } from '../identity/rights.ts'
import type { Actions } from '../actions/business/action.ts'
import { describeAction } from '../dictionary/action-description.ts'
import type { Model } from '../dictionary/types.ts'
import { bumpPermissionVersion } from '../store/user-store.ts'
import type { Exchange, Tools } from './context.ts'
import { sendData, sendRaw } from './envelope.ts'
import { contentTag, namesTag } from './if-none-match.ts'

/**
 * GET /auth/permissions: what the user may see or do, for menus and buttons. Models without any right are left out.
 * @source docs/contract/erp.md, Authentication endpoints
 */
export async function permissions({ tools, request, reply, caller }: Exchange) {
  const json = JSON.stringify({ modules: visibleModules(tools, caller.rights) })
  const etag = contentTag(json)
  reply.header('etag', etag).header('cache-control', 'private, no-cache')
  if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return sendRaw(reply, json)
}

/** POST /auth/permissions/invalidate: the next request of this user, in any process, sees its rights anew. */
export async function invalidatePermissions({ tools, reply, caller }: Exchange) {
  await bumpPermissionVersion(tools.database, caller.empresa, caller.usuarioId)
  return sendData(reply, { invalidated: true })
}

function visibleModules({ registry, actions }: Tools, rights: Rights) {
  return registry.modules
    .map(({ name, label, models }) => ({
      name,
      label,
      models: models.flatMap((modelName) => {
        const model = registry.models.get(modelName)
        return model === undefined ? [] : visibleModel(model, { actions, rights })
      }),
    }))
    .filter(({ models }) => models.length > 0)
}

function visibleModel(
  model: Model,
  { actions, rights }: { readonly actions: Actions; readonly rights: Rights },
) {
  const allows = (operation: 'create' | 'update' | 'delete', right: string) =>
    model.operations.includes(operation) && mayDo(rights, model, right)
  const entry = {
    name: model.name,
    label: model.label,
    level: model.level,
    read: mayDo(rights, model, 'leer'),
    create: allows('create', 'crear'),
    update: allows('update', 'modificar'),
    delete: allows('delete', 'eliminar'),
    actions: actions
      .of(model.name)
      .filter(({ name }) => mayDo(rights, model, name))
      .map(describeAction),
  }
  const isVisible =
    entry.read || entry.create || entry.update || entry.delete || entry.actions.length > 0
  return isVisible ? [entry] : []
}
