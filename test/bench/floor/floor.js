/**
 * A board without a framework: the least that a page with these cards and drags can cost. Only the
 * visible cards exist. A drop moves the card on the screen, and sends nothing.
 */
const ROW = 106
const MARGIN = 240

const { columns } = await (await fetch('/board.json')).json()
const board = document.createElement('main')
const lists = columns.map(({ statusId, name, tasks }) => {
  const section = document.createElement('section')
  section.dataset.statusId = statusId
  section.innerHTML = '<h2></h2><div class="list" data-scroller><div class="space"></div></div>'
  const [head, scroller] = section.children
  head.textContent = name
  const list = {
    section,
    scroller,
    space: scroller.firstChild,
    tasks: [...tasks],
    shown: new Map(),
  }
  scroller.addEventListener('scroll', () => render(list), { passive: true })
  board.append(section)
  return list
})
document.body.append(board)
for (const list of lists) render(list)

function render(list) {
  const { scroller, space, tasks, shown } = list
  space.style.height = `${tasks.length * ROW}px`
  const top = scroller.scrollTop
  const first = Math.max(0, Math.floor((top - MARGIN) / ROW))
  const end = Math.min(tasks.length, Math.ceil((top + innerHeight + MARGIN) / ROW))
  const visible = new Set()
  for (let index = first; index < end; index += 1) {
    const task = tasks[index]
    visible.add(task.id)
    const card = shown.get(task.id) ?? createCard(task)
    card.style.transform = `translateY(${index * ROW}px)`
    if (!shown.has(task.id)) space.append(card)
    shown.set(task.id, card)
  }
  for (const [id, card] of shown) {
    if (visible.has(id)) continue
    card.remove()
    shown.delete(id)
  }
}

function createCard({ number, title, priority, labels }) {
  const card = document.createElement('article')
  card.dataset.cardNumber = number
  const facts = document.createElement('div')
  facts.textContent = `#${number} ${priority}`
  const heading = document.createElement('h3')
  heading.textContent = title
  const foot = document.createElement('div')
  for (const label of labels.slice(0, 3)) {
    const chip = document.createElement('span')
    chip.className = 'label'
    chip.textContent = label
    foot.append(chip)
  }
  card.append(facts, heading, foot)
  return card
}

let drag
board.addEventListener('mousedown', (event) => {
  const card = event.target.closest('article')
  if (card) drag = { card, x: event.clientX, y: event.clientY, from: card.closest('section') }
})
addEventListener('mousemove', (event) => {
  if (!drag) return
  const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y]
  if (!drag.copy) {
    if (Math.hypot(dx, dy) < 6) return
    const { left, top } = drag.card.getBoundingClientRect()
    drag.areas = lists.map((list) => ({ list, area: list.section.getBoundingClientRect() }))
    drag.copy = drag.card.cloneNode(true)
    drag.copy.className = 'carried'
    delete drag.copy.dataset.cardNumber
    Object.assign(drag.copy.style, { left: `${left}px`, top: `${top}px`, transform: '' })
    board.append(drag.copy)
    board.dataset.dragging = ''
  }
  drag.copy.style.translate = `${dx}px ${dy}px`
  const over = drag.areas.find(
    ({ area }) => event.clientX >= area.left && event.clientX < area.right,
  )
  if (over?.list === drag.over) return
  drag.over?.section.classList.remove('over')
  over?.list.section.classList.add('over')
  drag.over = over?.list
})
addEventListener('mouseup', () => {
  const { card, copy, over, from } = drag ?? {}
  drag = undefined
  if (!copy) return
  copy.remove()
  delete board.dataset.dragging
  over?.section.classList.remove('over')
  const source = lists.find(({ section }) => section === from)
  if (!over || over === source) return
  const index = source.tasks.findIndex(({ number }) => String(number) === card.dataset.cardNumber)
  const [task] = source.tasks.splice(index, 1)
  over.tasks.push(task)
  over.scroller.scrollTop = over.tasks.length * ROW
  render(source)
  render(over)
})
