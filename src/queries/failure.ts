/** How a read or write failed, as the features see it: words for a person, status, and what else the service said. */
export type { ApiError as Failure } from '#client/api-error.ts'
