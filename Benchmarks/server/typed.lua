-- Requests for wrk: names typed letter by letter, up to eight, as a search field sends them.
-- The one argument is a file of GeoNames, compressed, whose second column has the names.

local requests = {}
local position = 0

local function encoded(text)
  return (text:gsub("[^%w]", function(byte) return string.format("%%%02X", byte:byte()) end))
end

function init(arguments)
  local row = 0
  for line in io.popen("gzip -dc '" .. arguments[1] .. "'"):lines() do
    row = row + 1
    if row % 101 == 0 then
      local name = line:match("^[^\t]*\t([^\t]*)")
      local letters = 0
      -- One letter is one code point.
      for stop in name:gmatch("()[%z\1-\127\194-\244][\128-\191]*") do
        if stop > 1 then
          requests[#requests + 1] =
            wrk.format("GET", "/v1/search?limit=10&q=" .. encoded(name:sub(1, stop - 1)))
          letters = letters + 1
        end
        if letters == 8 then break end
      end
    end
  end
  -- Each thread begins elsewhere.
  math.randomseed(tonumber(tostring({}):match("0x(%x+)"), 16) % 2147483647)
  position = math.random(#requests)
end

function request()
  position = position % #requests + 1
  return requests[position]
end
