import type { Plugin } from 'vite'

/** The development server handles /v1 with the embedded service. */
export function embeddedService(): Plugin {
  return {
    name: 'embedded-service',
    apply: (_, { command, isPreview }) => command === 'serve' && !isPreview && !process.env.VITEST,
    async configureServer(server) {
      const { createDevHandler } = await server.ssrLoadModule('/src/service/web/dev-handler.ts')
      const handle = await createDevHandler()
      server.middlewares.use((request, response, next) => {
        if (request.url?.startsWith('/v1/')) handle(request, response)
        else next()
      })
    },
  }
}
