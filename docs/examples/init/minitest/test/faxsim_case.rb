require 'json'
require 'minitest/autorun'
require 'net/http'

# Gives each test a world with its name: an empty account, and a clock that stands. That of a failed test stays.
# A class can change the world of its tests: `def order = { scenarios: ['outage'], settings: { fax_retries: 2 } }`.
# The client under test gets `faxsim['base_url']`, and the keys in `faxsim['credentials']['live']`.
module FaxsimCase
  SIMULATOR = ENV.fetch('FAXSIM_URL', 'http://127.0.0.1:8329')

  attr_reader :faxsim

  def order = {}

  def before_setup
    super
    @faxsim = open_world({ name: "#{self.class}##{name}", fixture: 'empty', clock: 'manual', **order })
  end

  def after_teardown
    super
    return if faxsim.nil?

    error = failures.reject { |failure| failure.is_a?(Minitest::Skip) }.first
    if error
      control(:Post, 'failure', message: error.message)
    elsif !FaxsimCase.shared?
      FaxsimCase.request(:Delete, "#{SIMULATOR}/_faxsim/worlds/#{faxsim['id']}")
    end
  end

  # Makes a request to the API, to v3 in JSON. Returns the status, and the JSON or text of the answer.
  def call_api(method, path, fields = {})
    address = URI(faxsim['base_url'] + path)
    request = Net::HTTP.const_get(method).new(address)
    request.basic_auth(*faxsim['credentials']['live'].values_at('key', 'secret'))
    if path.start_with?('/v3/') && !fields.empty?
      request.content_type = 'application/json'
      request.body = JSON.generate(fields)
    elsif !fields.empty?
      request.form_data = fields
    end
    response = Net::HTTP.start(address.host, address.port) { |http| http.request(request) }
    is_json = response.content_type == 'application/json'
    [response.code.to_i, is_json ? JSON.parse(response.body) : response.body]
  end

  # Makes a call of the control API for this world: `control(:Post, 'clock', advance: '10m')`.
  def control(method, path, **fields)
    FaxsimCase.request(method, "#{faxsim['base_url']}/_faxsim/#{path}", **fields)
  end

  # Lets the clock and the program take turns until both rest.
  def settle(timeout: '4s', quiet: '200ms') = control(:Post, 'clock', settle: timeout, quiet: quiet)
  def advance(duration) = control(:Post, 'clock', advance: duration)
  # Receives a fax, as if a caller had sent it: `receive(to: '+1...', from: '+1...')`.
  def receive(**fax) = control(:Post, 'receive', **fax)
  def faxes(**query) = control(:Get, 'faxes', **query)['faxes']
  def webhooks(**query) = control(:Get, 'webhooks', **query)
  def requests(**query) = control(:Get, 'requests', **query)['requests']

  # Checks a fax: `assert_fax 7, status: 'failure', error: 'Busy'`. Returns the record of the fax.
  def assert_fax(fax, **wanted) = verified('faxes', fax: fax, **wanted)['fax']

  # Checks that a webhook was delivered: `assert_delivered event: 'fax_completed', fax: 7`.
  def assert_delivered(**wanted) = verified('webhooks', state: 'delivered', **wanted)['webhooks']

  # Checks that the service received a request: `assert_received 'sendFax', exactly: 1`.
  def assert_received(operation, **wanted) = verified('requests', operation: operation, **wanted)['requests']

  # Under faxsim sweep, FAXSIM_URL names a world, which all tests share.
  def self.shared? = SIMULATOR.include?('/w/')

  def self.request(method, url, **fields)
    address = URI(url)
    address.query = URI.encode_www_form(fields) if method == :Get && !fields.empty?
    headers = { 'Content-Type' => 'application/json', 'Authorization' => "Bearer #{ENV['FAXSIM_CONTROL_TOKEN']}" }
    request = Net::HTTP.const_get(method).new(address, headers)
    request.body = JSON.generate(fields) unless method == :Get
    response = Net::HTTP.start(address.host, address.port) { |http| http.request(request) }
    answer = JSON.parse(response.body)
    answer.fetch('data') { raise answer['message'] }
  rescue Errno::ECONNREFUSED
    abort "no faxsim at #{SIMULATOR}: run the tests with faxsim exec -- ruby -Itest FILE"
  end

  private

  def verified(log, **wanted)
    verdict = control(:Post, "#{log}/verify", **wanted)
    assert verdict['passed'], verdict['explanation']
    verdict
  end

  def open_world(order)
    return FaxsimCase.request(:Post, "#{SIMULATOR}/_faxsim/worlds", **order) unless FaxsimCase.shared?

    FaxsimCase.request(:Patch, "#{SIMULATOR}/_faxsim/settings", **order.fetch(:settings, {}))
    order.fetch(:scenarios, []).each { |name| FaxsimCase.request(:Post, "#{SIMULATOR}/_faxsim/scenarios", on: name) }
    FaxsimCase.request(:Post, "#{SIMULATOR}/_faxsim/clock", speed: order[:clock])
    FaxsimCase.request(:Get, "#{SIMULATOR}/_faxsim/world")
  end
end
