import { ApiError, refusal } from '../tenancy/api-error.ts'
import { ROLE } from '../tenancy/roles.ts'
import { isAdmin, isGuest, type Viewer } from '../tenancy/viewer.ts'

/** @throws ApiError "Not allowed for guest users" */
export function refuseGuest(viewer: Pick<Viewer, 'role'>): void {
  if (isGuest(viewer)) throw refusal('Not allowed for guest users')
}

/** @throws ApiError UNAUTHORIZED_PRINCIPAL */
export function requireAdmin(viewer: Pick<Viewer, 'role'>): void {
  if (!isAdmin(viewer)) {
    throw new ApiError('UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator')
  }
}

/** @throws ApiError UNAUTHORIZED_PRINCIPAL */
export function requireOwner({ role }: Pick<Viewer, 'role'>): void {
  if (role !== ROLE.owner) {
    throw new ApiError('UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner')
  }
}

/** @throws ApiError UNAUTHORIZED_PRINCIPAL */
export function requireMember(viewer: Pick<Viewer, 'role'>): void {
  if (isGuest(viewer)) {
    throw new ApiError('UNAUTHORIZED_PRINCIPAL', 'Must be an organization member')
  }
}
