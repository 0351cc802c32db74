import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { connect, pageOverService, type User } from '#test/support/page.tsx'

const { start, requests } = pageOverService({ isNameless: true })

const openPicker = (user: User) => user.click(screen.getByRole('button', { name: /^Workspace/ }))

const itemNames = async () =>
  (await screen.findAllByRole('menuitemradio')).map((item) => item.textContent)

test('the picker shows names on this device with the board id, and finds boards by either', async () => {
  const { keys } = await start()
  const { user } = await connect(keys.everywhere)
  await user.click(await screen.findByRole('button', { name: /^Board 13/ }))
  await user.click(await screen.findByRole('button', { name: 'Project 42' }))
  await screen.findByRole('heading', { level: 2, name: 'Main' })
  await openPicker(user)
  await user.click(await screen.findByRole('button', { name: 'Rename this board…' }))
  await user.type(await screen.findByLabelText('Board 13'), 'Payments')
  await user.type(screen.getByLabelText('Project 42'), 'Invoices')
  await user.click(screen.getByRole('button', { name: 'Save names' }))
  expect(await screen.findByRole('button', { name: 'Workspace Payments maintainer' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Invoices, choose another' })).toBeTruthy()
  expect(document.title).toBe('Payments · Trunkline')
  await openPicker(user)
  const item = await screen.findByRole('menuitemradio', { name: 'Payments, maintainer' })
  const detail = document.getElementById(item.getAttribute('aria-describedby') ?? '')
  expect(detail?.textContent).toContain('Board 13 · key “Demo everywhere”')
  for (const [query, expected] of [
    ['pay', ['Payments, maintainer']],
    ['13', ['Payments, maintainer']],
  ] as const) {
    await user.clear(screen.getByRole('searchbox', { name: 'Find a board or key' }))
    await user.type(screen.getByRole('searchbox', { name: 'Find a board or key' }), query)
    expect(await itemNames()).toEqual(expected)
  }
  expect(requests.filter((request) => !request.startsWith('GET'))).toEqual([])
})
