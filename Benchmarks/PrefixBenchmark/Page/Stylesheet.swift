/// How the page looks.
///
/// Nothing in it refers to another file.
enum Stylesheet {
  static let text = """

    :root {
      color-scheme: light dark;
      --page: #ffffff; --panel: #f6f7f9; --ink: #1a1d21; --soft: #565e69; --rule: #d9dde3;
      --grid: #e3e7ec; --fine: #f1f3f6; --best: #0b6b3a; --warn: #8a4b00; --link: #0a58ca;
      --e0: #0a58ca; --e1: #b3430a; --e2: #7a2fb5; --e3: #00705c; --b0: #30363d;
      --r0: #00747a; --r1: #a3185f; --r2: #5c6b00; --r3: #8a5a00; --r4: #3c5a99;
      --r5: #a02b2b; --r6: #2d6e2d; --r7: #6a4aa5; --r8: #6b5344;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --page: #14171b; --panel: #1c2026; --ink: #e8eaed; --soft: #a4acb8; --rule: #363c45;
        --grid: #2b3038; --fine: #20242a; --best: #5fd596; --warn: #f0b45c; --link: #8ab8ff;
        --e0: #6ea8ff; --e1: #ff9a5c; --e2: #c795ff; --e3: #4fd1b5; --b0: #d0d5db;
        --r0: #4fc9d0; --r1: #ff86be; --r2: #c3d34d; --r3: #e6b450; --r4: #9db8f2;
        --r5: #ff8f8f; --r6: #7fd07f; --r7: #b9a2f0; --r8: #cbb09e;
      }
    }
    .e0 { --c: var(--e0); } .e1 { --c: var(--e1); } .e2 { --c: var(--e2); } .e3 { --c: var(--e3); }
    .b0 { --c: var(--b0); } .r0 { --c: var(--r0); } .r1 { --c: var(--r1); } .r2 { --c: var(--r2); }
    .r3 { --c: var(--r3); } .r4 { --c: var(--r4); } .r5 { --c: var(--r5); } .r6 { --c: var(--r6); }
    .r7 { --c: var(--r7); } .r8 { --c: var(--r8); }

    * { box-sizing: border-box; }
    html { -webkit-text-size-adjust: 100%; }
    body {
      margin: 0 auto; padding: 32px 24px 64px; max-width: 1088px; background: var(--page);
      color: var(--ink); font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto,
        "Noto Sans", "DejaVu Sans", Helvetica, Arial, sans-serif;
    }
    h1 { font-size: 30px; line-height: 1.2; margin: 0 0 8px; letter-spacing: -0.01em; }
    h2 { font-size: 22px; line-height: 1.25; margin: 56px 0 8px; }
    h3 { font-size: 16px; margin: 24px 0 4px; overflow-wrap: anywhere; }
    p { margin: 8px 0 16px; max-width: 75ch; }
    a { color: var(--link); }
    .run { color: var(--soft); margin: 0; }
    .warning { color: var(--warn); font-weight: 600; }
    .findings { padding-left: 20px; margin: 20px 0; font-size: 17px; }
    nav ul { display: flex; flex-wrap: wrap; gap: 4px 18px; list-style: none; margin: 0;
      padding: 10px 0; border-top: 1px solid var(--rule); border-bottom: 1px solid var(--rule); }
    #method li { max-width: 75ch; margin-bottom: 6px; }

    figure { margin: 8px 0 24px; }
    figcaption { color: var(--soft); font-size: 14px; line-height: 1.45; max-width: 80ch; }
    .pair { display: grid; gap: 0 24px; align-items: start;
      grid-template-columns: repeat(auto-fit, minmax(min(100%, 440px), 1fr)); }
    .pair div { min-width: 0; }
    svg { display: block; width: 100%; height: auto; overflow: visible; }
    svg.narrow { display: none; }
    svg text { font-size: 13px; fill: var(--ink); font-family: inherit; }
    svg .tick, svg .axis-title { fill: var(--soft); font-variant-numeric: tabular-nums; }
    svg .label { paint-order: stroke; stroke: var(--page); stroke-width: 3px;
      stroke-linejoin: round; }
    .grid { stroke: var(--grid); } .grid.minor { stroke: var(--fine); }
    .break { stroke: var(--soft); stroke-dasharray: 1 4; }
    .leader { stroke: var(--soft); stroke-width: 0.8; }
    .front { fill: none; stroke: var(--ink); stroke-width: 1.5; stroke-dasharray: 5 4; opacity: 0.75; }
    .line { fill: none; stroke: var(--c); stroke-width: 1.8; stroke-linejoin: round; }
    .marker { fill: var(--c); stroke: var(--page); stroke-width: 1; }
    .marker.hollow { fill: var(--page); stroke: var(--c); stroke-width: 2; }

    .scroll { overflow-x: auto; margin: 12px 0 20px; border: 1px solid var(--rule);
      border-radius: 6px; }
    .scroll:focus-visible { outline: 2px solid var(--link); }
    table { border-collapse: collapse; width: 100%; font-size: 14px; line-height: 1.35;
      font-variant-numeric: tabular-nums; }
    caption { text-align: left; padding: 8px 12px; color: var(--soft); font-weight: 600; }
    th, td { padding: 6px 12px; text-align: right; vertical-align: top; white-space: nowrap;
      border-top: 1px solid var(--rule); }
    thead th { background: var(--panel); vertical-align: bottom; white-space: normal;
      font-weight: 600; color: var(--soft); }
    th:first-child { text-align: left; position: sticky; left: 0; background: var(--page);
      font-weight: 500; }
    thead th:first-child, .group th { background: var(--panel); color: var(--soft); }
    .group span { position: sticky; left: 12px; }
    td small { display: block; color: var(--soft); font-size: 12px; }
    td.best { color: var(--best); }
    td.none { color: var(--soft); }
    svg.swatch { display: inline-block; width: 14px; height: 14px; margin-right: 7px;
      vertical-align: -2px; }

    details { margin: 8px 0; }
    summary { cursor: pointer; color: var(--link); padding: 3px 0; }
    dl { margin: 8px 0; }
    .names, .facts { display: grid; grid-template-columns: max-content 1fr; gap: 4px 20px;
      font-size: 15px; }
    dt { font-weight: 600; }
    dd { margin: 0; overflow-wrap: anywhere; }
    code { font-size: 13px; }

    @media (max-width: 719px) {
      body { padding: 20px 12px 48px; }
      h1 { font-size: 25px; }
      h2 { margin-top: 44px; }
      svg.wide, svg.half { display: none; }
      svg.narrow { display: block; max-width: 480px; margin: 0 auto; }
      th, td { padding: 6px 9px; }
      .names, .facts { grid-template-columns: 1fr; gap: 0; }
      dd { margin-bottom: 8px; }
    }

    """
}
