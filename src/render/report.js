'use strict';
(() => {
  const body = document.querySelector('#rows tbody');
  const rows = Array.from(body.rows);
  const search = document.getElementById('search');
  const selects = Array.from(document.querySelectorAll('.filters select'));
  const shown = document.getElementById('shown');

  function filter() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      const fits = words.every((word) => text.includes(word)) &&
        selects.every((select) => !select.value || row.dataset[select.name].split(' ').includes(select.value));
      row.hidden = !fits;
      if (fits) count += 1;
    }
    shown.textContent = count === rows.length ? `${count} shown` : `${count} of ${rows.length} shown`;
  }

  function sort(header, column) {
    const up = header.getAttribute('aria-sort') !== 'ascending';
    for (const other of header.parentNode.children) other.removeAttribute('aria-sort');
    header.setAttribute('aria-sort', up ? 'ascending' : 'descending');
    const key = (row) => row.cells[column].dataset.key ?? row.cells[column].textContent;
    const order = new Intl.Collator('en', { numeric: true }).compare;
    const sorted = rows.slice().sort((a, b) => (up ? 1 : -1) * order(key(a), key(b)) || rows.indexOf(a) - rows.indexOf(b));
    body.append(...sorted);
  }

  document.querySelectorAll('#rows th').forEach((header, column) => {
    header.querySelector('button').addEventListener('click', () => sort(header, column));
  });
  search.addEventListener('input', filter);
  selects.forEach((select) => select.addEventListener('change', filter));
  filter();
})();
